import { apiTest } from '../../support/api-test.ts';
import { liveMerchant } from '../../support/live.ts';
import { api } from '../../support/people.ts';

const SHARE = 20;
const CALLS = 10 * SHARE;
const service = apiTest({ own: 'sandbox_share', settings: { SANDBOX_CALLS_PER_SECOND: String(SHARE) } });

test('the sandbox as a whole has no more calls than its share, and live is not counted', async () => {
  const shop = await liveMerchant(service.books, { base: service.applications.apiUrl });
  const many = (key: string) =>
    Promise.all(Array.from({ length: CALLS }, () => api('GET', '/apikeys/verify', { key })));
  const began = performance.now();
  const flood = await many(shop.key);
  const seconds = (performance.now() - began) / 1000;
  const refused = flood.filter(({ status }) => status === 429);
  // A second's calls at once, and the share of each second after it.
  expect(CALLS - refused.length).toBeLessThanOrEqual(SHARE * (1 + seconds));
  expect(refused[0]?.body).toEqual({ error: 'rate limited' });
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  const live = await many(shop.liveKey);
  expect(live.filter(({ status }) => status !== 200)).toEqual([]);
});
