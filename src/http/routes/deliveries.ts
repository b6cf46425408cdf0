import { MAX_RESENDS } from '../../domain/webhook-schedule.ts';
import { invalid } from '../../domain/outcome.ts';
import type { AuthorizedBody } from '../../domain/webhook-body.ts';
import {
  countDeliveries,
  deliveryView,
  insertTestDelivery,
  listDeliveries,
  resendDelivery,
  resendDeliveries,
} from '../../store/delivery-log.ts';
import type { DeliveryView } from '../../store/delivery-log.ts';
import { markSignaled } from '../../store/deliveries.ts';
import { jsonText } from '../../store/statement.ts';
import { findWebhook } from '../../store/webhooks.ts';
import { NEWEST } from '../../store/newest-first.ts';
import { refused, valueOf } from '../answers.ts';
import type { KeyCaller, SessionCaller } from '../access/caller.ts';
import type { KeyCheck } from '../access/key-rules.ts';
import {
  requireRole,
  requireEnvironment,
  orgOfCaller,
  findOrg,
  requireCapability,
  findRole,
} from '../access/membership.ts';
import { buildPage, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import type { ApiDeps } from '../route.ts';
import {
  deliveriesQuery,
  deliveryAnswer,
  deliveryBody,
  deliveryDetail,
  deliveryDetailBody,
  deliveryList,
  readFilter,
  readResend,
  resendManyBody,
  resentMany,
} from '../shapes/deliveries.ts';
import { isId } from '../shapes/fields.ts';

const path = '/orgs/{id}/webhook/deliveries';
const tag = 'Webhooks';
const ORG = { kind: 'org', at: 'path', name: 'id' } as const;
const DELIVERY = { kind: 'delivery', at: 'path', name: 'delivery_id', within: 'id' } as const;

export const deliveryRoutes = [
  defineRoute({
    method: 'GET',
    path,
    credential: 'api_key_or_session',
    access: { target: ORG, scope: 'reports', environment: 'own' },
    id: 'listDeliveries',
    tag,
    summary: "List the organization's webhook deliveries in the caller's environment, newest first",
    query: deliveriesQuery,
    answer: deliveryList,
    refusals: ['bad_status', 'bad_event'],
    async handle(call) {
      const { orgId } = await orgOfCaller(call, call.params['id']);
      const { deps, caller } = call;
      const query = call.query();
      const { statuses, events } = valueOf(readFilter(query));
      const scope = ['deliveries', orgId, caller.env, ...statuses, ...events];
      const page = valueOf(readPage(query, scope, deps.secrets));
      const { key: afterKey, id: afterId } = page.after ?? NEWEST;
      const wanted = { orgId, env: caller.env, statuses, events, afterKey, afterId, limit: page.limit + 1 };
      const rows = await listDeliveries(deps.database.pool, wanted);
      const position = (row: (typeof rows)[number]) => ({ key: row.createdAt.toISOString(), id: row.id });
      const cut = buildPage(rows, { page, scope, secrets: deps.secrets, position });
      return { deliveries: cut.rows.map(deliveryBody), next_cursor: cut.next_cursor };
    },
  }),

  defineRoute({
    method: 'GET',
    path: `${path}/{delivery_id}`,
    credential: 'api_key_or_session',
    access: { target: DELIVERY, scope: 'reports', environment: 'own' },
    id: 'getDelivery',
    tag,
    summary: 'Get a delivery with its body, its attempts and the time of the next one',
    answer: deliveryDetail,
    async handle(call) {
      const { orgId } = await findOrg(call, call.params['id']);
      return deliveryDetailBody(await deliveryOf(call, orgId));
    },
  }),

  defineRoute({
    method: 'POST',
    path: `${path}/{delivery_id}/resend`,
    credential: 'session',
    access: { target: DELIVERY, capability: 'manage_webhook', environment: 'own' },
    id: 'resendDelivery',
    tag,
    summary: 'Resend a delivery immediately, under its own id; an ended one starts a new schedule of retries',
    answer: deliveryAnswer,
    bearsNoId: true,
    refusals: ['no_webhook_url'],
    async handle(call) {
      const orgId = call.params['id'] as string;
      const role = await findRole(call, orgId);
      const { id: deliveryId, env } = await deliveryOf(call, orgId);
      requireCapability(call, role);
      const { pool } = call.deps.database;
      const resent = await resendDelivery(pool, { deliveryId });
      if (resent === null) return refused('no_webhook_url');
      const answer = deliveryBody(await deliveryOf(call, orgId));
      const isTold = await call.deps.workflows[env].sendDelivery({ deliveryId, orgId });
      if (isTold) await markSignaled(pool, { deliveryIds: [deliveryId], resentAts: [resent.resentAt] });
      return answer;
    },
  }),

  defineRoute({
    method: 'POST',
    path: `${path}/resend`,
    credential: 'session',
    access: { target: ORG, capability: 'manage_webhook', environment: 'own' },
    id: 'resendDeliveries',
    tag,
    summary: `Resend all deliveries of a status, at most ${MAX_RESENDS}; \`dry_run\` only counts them`,
    body: resendManyBody,
    answer: resentMany,
    bearsNoId: true,
    refusals: ['bad_status', 'bad_event', 'invalid', 'no_webhook_url'],
    async handle(call) {
      const orgId = call.params['id'] as string;
      await requireRole(call, orgId);
      const body = call.body();
      const range = { ...valueOf(readResend(body)), orgId, env: call.caller.env };
      const { pool } = call.deps.database;
      const most = body.dry_run === true ? 10 * MAX_RESENDS : MAX_RESENDS + 1;
      const count = (await countDeliveries(pool, { ...range, limit: most }))?.count ?? 0;
      if (body.dry_run === true) return { count, resent: false };
      if (count > MAX_RESENDS)
        return valueOf(
          invalid('body', `matches more than ${MAX_RESENDS} deliveries: narrow it by event, from or to`),
        );
      if ((await findWebhook(pool, { orgId })) === null) return refused('no_webhook_url');
      const done = await resendDeliveries(pool, { ...range, limit: MAX_RESENDS });
      return { count: done?.count ?? 0, resent: true };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/orgs/{id}/webhook/test',
    credential: 'session',
    access: { target: ORG, capability: 'manage_webhook', environment: 'own' },
    id: 'testWebhook',
    tag,
    summary: 'Send a test event, `checkout.authorized` with made-up ids',
    answer: deliveryAnswer,
    refusals: ['no_webhook_url'],
    async handle(call) {
      const orgId = call.params['id'] as string;
      await requireRole(call, orgId);
      const { pool } = call.deps.database;
      const newId = call.newId;
      const body: AuthorizedBody = {
        checkout_id: newId(),
        auth_id: newId(),
        total_minor: 1000,
        currency: 'USD',
        consumer_id: newId(),
      };
      const deliveryId = newId();
      const delivery = { eventId: newId(), orgId, env: call.caller.env, body: jsonText(body), deliveryId };
      const written = await insertTestDelivery(pool, delivery);
      const row = written ?? (call.isRepeat ? await deliveryView(pool, { deliveryId }) : null);
      if (row === null) return refused('no_webhook_url');
      return deliveryBody(row);
    },
  }),
];

/** The delivery that the path names. Refused: `delivery not found`, `key env mismatch`. */
async function deliveryOf(
  call: Pick<KeyCheck, 'requireKey'> & {
    readonly deps: ApiDeps;
    readonly caller: KeyCaller | SessionCaller;
    readonly params: Readonly<Record<string, string>>;
  },
  orgId: string,
): Promise<DeliveryView> {
  const deliveryId = call.params['delivery_id'] ?? '';
  const view = isId(deliveryId) ? await deliveryView(call.deps.database.pool, { deliveryId }) : null;
  return view === null || view.orgId !== orgId
    ? refused('delivery_not_found')
    : requireEnvironment(call, view);
}
