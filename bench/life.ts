import { startWebhookReceiver } from '../simulators/webhook-receiver.ts';
import { createApi } from './people.ts';
import type { Arm } from './slices.ts';
import type { BenchStack } from './stack.ts';

const SHOPS = 4;

/** Lives of checkouts on this stack. Each ends when both of its webhooks have come in. */
export async function lives(name: string, stack: BenchStack, clients: number): Promise<Arm> {
  const arrived = new Map<string, () => void>();
  const receiver = await startWebhookReceiver({
    answer: (_, { rawBody, headers }) => {
      const { auth_id: authId } = JSON.parse(rawBody.toString('utf8')) as { auth_id: string };
      const key = `${String(headers['x-service-event'])} ${authId}`;
      const waiting = arrived.get(key);
      if (waiting === undefined) arrived.set(key, () => undefined);
      else waiting();
      return {};
    },
  });
  stack.atEnd(() => receiver.stop());
  const webhook = (event: string, authId: string): Promise<void> => {
    const key = `${event} ${authId}`;
    if (arrived.has(key)) return Promise.resolve();
    return new Promise((resolve) => arrived.set(key, resolve));
  };
  const api = createApi(stack);
  const shops = await Promise.all(Array.from({ length: SHOPS }, () => api.merchant(receiver.url)));
  const buyers = await Promise.all(Array.from({ length: clients }, () => api.shopper()));
  let lived = 0;
  return {
    name,
    async operate() {
      const turn = lived++;
      const [shop, buyer] = [shops[turn % SHOPS], buyers[turn % clients]];
      if (shop === undefined || buyer === undefined) throw new Error('there are neither shops nor buyers');
      const authId = await api.authorize(await api.createCheckout(shop), buyer);
      await api.capture(authId, shop);
      await Promise.all([webhook('checkout.authorized', authId), webhook('charge.captured', authId)]);
    },
  };
}
