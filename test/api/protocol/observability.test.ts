import { randomBytes, randomUUID } from 'node:crypto';
import { Client, Connection, defaultPayloadConverter } from '@temporalio/client';
import { startWebhookReceiver } from '../../../simulators/webhook-receiver.ts';
import { freePort } from '../../../stack/ports.ts';
import { workflowId } from '../../../workflows/messages.ts';
import { apiTest } from '../../support/api-test.ts';
import { inWords } from '../../support/histories.ts';
import { linesOf } from '../../support/log-lines.ts';
import type { Line } from '../../support/log-lines.ts';
import { api, authorized, call, merchant, openCheckout, shopper, until } from '../../support/people.ts';
import type { Answer, Merchant, Person } from '../../support/people.ts';

/** API and worker of their own, which log as in production and show their metrics. */
const service = apiTest({ own: 'observability', settings: metricsSettings });
const { books } = service;
let temporal: Client;
let shop: Merchant;
let buyer: Person;
const ports = { api: 0, worker: 0, sdk: 0 };

async function metricsSettings(): Promise<NodeJS.ProcessEnv> {
  Object.assign(ports, { api: await freePort(), worker: await freePort(), sdk: await freePort() });
  return {
    LOG_LEVEL: 'info',
    API_METRICS_PORT: String(ports.api),
    WORKER_METRICS_PORT: String(ports.worker),
    WORKER_SDK_METRICS_PORT: String(ports.sdk),
  };
}

beforeAll(async () => {
  temporal = new Client({
    connection: await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] as string }),
  });
  [shop, buyer] = await Promise.all([merchant(), shopper({ funds: 1_000_000 })]);
});
afterAll(() => temporal.connection.close());

/** Lines of a process's log that are so, once there are so many. */
const lines = (which: 'api' | 'worker', isIt: (line: Line) => boolean, count = 1): Promise<Line[]> =>
  until(
    async () => (await linesOf(service.applications[which])).filter(isIt),
    (found) => found.length >= count,
  );
const idOf = ({ headers }: Answer): string => headers.get('x-request-id') ?? '';
const newTrace = () => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
const scrape = async (port: number): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  return response.text();
};
/** The value of one line of metrics. */
const valueOf = (text: string, name: string): number => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
};

describe('the log of the API', () => {
  test('has one line a call, without any text that the caller sent', async () => {
    const { authId } = await authorized(shop, buyer);
    const trace = newTrace();
    const sent = { reason: 's3cret-reason' };
    const refused = await api('POST', `/charges/${authId}/return?note=s3cret-query`, {
      key: shop.key,
      body: sent,
      headers: { traceparent: trace, 'x-note': 's3cret-header', 'idempotency-key': 's3cret-key' },
    });
    const logged = await lines('api', ({ requestId }) => requestId === idOf(refused));
    expect(logged).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        service: 'api',
        msg: 'call',
        requestId: idOf(refused),
        traceparent: trace,
        method: 'POST',
        route: '/charges/{id}/return',
        status: 400,
        orgId: shop.orgId,
        env: 'sandbox',
        credential: 'api_key',
        idempotency: 'first',
        reason: 'charge not captured',
        ms: expect.any(Number),
      },
    ]);
    const everything = JSON.stringify(await linesOf(service.applications.api));
    for (const secret of ['s3cret', shop.key, shop.session, buyer.session, shop.email, authId])
      expect(everything).not.toContain(secret);
  });

  test('has the caller’s request id if it is one, and one of its own otherwise', async () => {
    const mine = `till-7.${randomUUID()}`;
    await api('GET', '/health', { headers: { 'x-request-id': mine } });
    expect(await lines('api', ({ requestId }) => requestId === mine)).toHaveLength(1);
    const other = await api('GET', '/health', { headers: { 'x-request-id': 'no good' } });
    expect(await lines('api', ({ requestId }) => requestId === idOf(other))).toHaveLength(1);
  });

  test('has a trace of its own for a caller who sends none, or an invalid one', async () => {
    const zeros = `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`;
    for (const headers of [{}, { traceparent: 'nonsense' }, { traceparent: zeros }]) {
      const answer = await api('GET', '/health', { headers });
      const [line] = await lines('api', ({ requestId }) => requestId === idOf(answer));
      expect(line?.['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
      expect(line?.['traceparent']).not.toBe(zeros);
    }
  });
});

test('one traceparent and one request id go from the request to its line, its workflow and every step', async () => {
  const receiver = await startWebhookReceiver({ answer: () => ({ status: 500 }) });
  await call('PUT', `/orgs/${shop.orgId}/webhook`, { session: shop.session, body: { url: receiver.url } });
  const { id } = await openCheckout(shop);
  const trace = newTrace();
  const headers = { traceparent: trace, 'x-request-id': `order-${randomUUID()}` };
  const answer = await api('POST', `/checkouts/${id}/authorize`, {
    session: buyer.session,
    headers,
    body: {},
  });
  expect([answer.status, idOf(answer)]).toEqual([200, headers['x-request-id']]);

  expect(await lines('api', ({ traceparent }) => traceparent === trace)).toEqual([
    expect.objectContaining({ requestId: idOf(answer), route: '/checkouts/{id}/authorize', status: 200 }),
  ]);
  const steps = await lines(
    'worker',
    ({ traceparent, activity }) => traceparent === trace && activity === 'authorizeCheckout',
  );
  expect(steps).toEqual([
    expect.objectContaining({
      service: 'worker',
      requestId: idOf(answer),
      workflowId: `checkout:${id}`,
      attempt: 1,
      outcome: 'done',
    }),
  ]);
  // The step's effects: the first attempt of the webhook, and the workflow that retries after its failure.
  const [sent] = await lines(
    'worker',
    ({ traceparent, deliveryId }) => traceparent === trace && deliveryId !== undefined,
  );
  expect(sent).toMatchObject({ requestId: idOf(answer), orgId: shop.orgId, outcome: 'done' });
  const webhook = workflowId.webhook(String(sent?.['deliveryId']));
  await until(
    () => inWords(webhook),
    ({ details }) => details.startsWith('Waits for attempt 2'),
  );
  expect((await temporal.workflow.getHandle(webhook).describe()).memo).toEqual({
    org_id: shop.orgId,
    delivery_id: sent?.['deliveryId'],
    'x-request-id': idOf(answer),
    traceparent: trace,
  });
  await receiver.stop();
});

test("an organization's workflows are found by the search attribute", async () => {
  const receiver = await startWebhookReceiver({ answer: () => ({ status: 500 }) });
  await call('PUT', `/orgs/${shop.orgId}/webhook`, { session: shop.session, body: { url: receiver.url } });
  const { authId } = await authorized(shop, buyer);
  await call('POST', `/charges/${authId}/capture`, { key: shop.key });
  await call('POST', `/charges/${authId}/return`, { key: shop.key, body: {} });
  const query = `OrgId = '${shop.orgId}'`;
  const types = async () =>
    new Set((await Array.fromAsync(temporal.workflow.list({ query }))).map(({ type }) => type));
  await until(types, (found) => found.has('chargeReturn') && found.has('webhookDelivery'));
  expect(await types()).toContain('checkout');
  await receiver.stop();
});

test('a workflow that a call starts has its ids, its environment and its trace in memo, and the trace in start headers, and keeps it for what it does by itself', async () => {
  const trace = newTrace();
  const body = {
    items: [{ product_id: 'tea', display_name: 'Tea', unit_price: 5, qty: 1, cashback_rate: 0 }],
    total: 5,
    expires_in_secs: 60,
  };
  const opened = await api('POST', '/checkouts', { key: shop.key, body, headers: { traceparent: trace } });
  const handle = temporal.workflow.getHandle(`checkout:${opened.body.id}`);
  expect((await handle.describe()).memo).toEqual({
    org_id: shop.orgId,
    checkout_id: opened.body.id,
    env: 'sandbox',
    'x-request-id': idOf(opened),
    traceparent: trace,
  });
  const { events } = await handle.fetchHistory();
  const fields = events?.[0]?.workflowExecutionStartedEventAttributes?.header?.fields ?? {};
  const read = Object.fromEntries(
    Object.entries(fields).map(([name, payload]) => [name, defaultPayloadConverter.fromPayload(payload)]),
  );
  expect(read).toEqual({ 'x-request-id': idOf(opened), traceparent: trace });

  await call('POST', '/sandbox/clock/advance', { key: shop.key, body: { seconds: 61 } });
  const mine = (line: Line) =>
    line['workflowId'] === `checkout:${opened.body.id}` && line['traceparent'] === trace;
  expect((await lines('worker', mine, 2)).map(({ activity }) => activity)).toEqual([
    'openCheckout',
    'closeOverdue',
  ]);
});

describe('metrics', () => {
  test('of the API count calls by route, method and status, and how long they take', async () => {
    const name = 'http_requests_total{route="/charges/{auth_id}/capture",method="POST",status="404"}';
    const before = valueOf(await scrape(ports.api), name) || 0;
    for (const id of ['a', 'b', 'c']) await api('POST', `/charges/${id}/capture`, { key: shop.key });
    await api('GET', '/nowhere/at/all');
    const text = await scrape(ports.api);
    expect(valueOf(text, name) - before).toBe(3);
    const seconds = 'http_request_duration_seconds_count{route="/charges/{auth_id}/capture",method="POST"}';
    expect(valueOf(text, seconds)).toBeGreaterThanOrEqual(3);
    expect(text).not.toContain('nowhere');
    expect(
      valueOf(text, 'http_requests_total{route="none",method="none",status="404"}'),
    ).toBeGreaterThanOrEqual(1);
    expect(valueOf(text, 'request_log_lost')).toBe(0);
  });

  test('are not on the public port, and nothing else is on theirs', async () => {
    expect((await api('GET', '/metrics')).status).toBe(404);
    for (const port of [ports.api, ports.worker])
      expect((await fetch(`http://127.0.0.1:${port}/orgs`)).status).toBe(404);
  });

  test('of the worker tell how late webhooks are, how many payouts are open and what waits in each queue', async () => {
    const late = await merchant();
    const receiver = await startWebhookReceiver({ answer: () => ({ status: 500 }) });
    await call('PUT', `/orgs/${late.orgId}/webhook`, { session: late.session, body: { url: receiver.url } });
    await authorized(late, buyer);
    const done = await until(
      () => scrape(ports.worker),
      (text) => valueOf(text, 'activity_attempts_total{activity="authorizeCheckout",outcome="done"}') >= 1,
    );
    for (const queue of ['', '-webhooks', '-mail', '-partners', '-clock'].map(
      (end) => `${service.applications.environment['TASK_QUEUE']}${end}`,
    )) {
      for (const kind of ['workflow', 'activity'])
        expect(
          valueOf(done, `task_queue_backlog{environments="sandbox,live",queue="${queue}",kind="${kind}"}`),
        ).toBe(0);
    }
    expect(valueOf(done, 'outbox_lag_seconds')).toBeLessThan(5);
    expect(valueOf(done, 'payouts_open{env="live"}')).toBe(0);
    expect(valueOf(done, 'payouts_stuck')).toBe(0);
    for (const partner of ['bank', 'verification'])
      expect(valueOf(done, `callback_lag_seconds{partner="${partner}"}`)).toBe(0);
    // Its first attempt is over, and its workflow has read the row: neither must see what is written here.
    await until(
      async () => {
        const { rows } = await books.query('select id from deliveries where org_id = $1', [late.orgId]);
        return inWords(workflowId.webhook(rows[0]?.id ?? ''));
      },
      ({ details }) => details.startsWith('Waits for attempt 2'),
    );
    // As if it had been due for an hour and nobody had come.
    await books.query(
      `update deliveries set next_attempt_at = org_now(org_id, env) - interval '1 hour' where org_id = $1`,
      [late.orgId],
    );
    const behind = await until(
      () => scrape(ports.worker),
      (text) => valueOf(text, 'webhook_lag_seconds') > 3599,
      15_000,
    );
    expect(valueOf(behind, 'webhook_lag_seconds')).toBeLessThan(3700);
    await receiver.stop();
    await books.query(
      `update deliveries set next_attempt_at = org_now(org_id, env) + interval '1 day' where org_id = $1`,
      [late.orgId],
    );
  }, 60_000);

  test('of the worker tell what the last reconciliation and the last check of the books found', async () => {
    const queue = service.applications.environment['TASK_QUEUE'] as string;
    await temporal.schedule.getHandle(workflowId.reconciliation(queue)).trigger();
    const text = await until(
      () => scrape(ports.worker),
      (found) => valueOf(found, 'integrity_checked_timestamp_seconds') > 0,
      30_000,
    );
    const violations = text.split('\n').filter((line) => line.startsWith('integrity_violations{'));
    expect(violations.length).toBeGreaterThan(20);
    for (const line of violations) expect(line).toMatch(/ 0$/);
    expect(valueOf(text, 'reconciliation_rows{environments="sandbox,live",found="started"}')).toBe(0);
  });

  test('of Temporal’s SDK are on a port of their own', async () => {
    const response = await fetch(`http://127.0.0.1:${ports.sdk}/metrics`);
    expect(await response.text()).toMatch(/^temporal_workflow_completed|^temporal_num_pollers/m);
  });
});

test('a fault is found by its request id in the log of the process, and in the org’s request log with what was away', async () => {
  process.kill(service.applications.worker.pid, 'SIGSTOP');
  const { id } = await call('POST', '/terminals', { key: shop.key, body: { title: 'Till' } });
  const body = {
    items: [{ product_id: 'tea', display_name: 'Tea', unit_price: 5, qty: 1, cashback_rate: 0 }],
    total: 5,
    terminal_id: id,
  };
  const failed = await api('POST', '/checkouts', { key: shop.key, body });
  expect(failed.status).toBe(503);
  process.kill(service.applications.worker.pid, 'SIGCONT');
  const { requests } = await call('GET', `/orgs/${shop.orgId}/requests?request_id=${idOf(failed)}`, {
    key: shop.key,
  });
  expect(requests).toEqual([
    expect.objectContaining({
      status: 503,
      reason: 'temporarily unavailable',
      detail: 'no workflow answered in time',
    }),
  ]);
  const logged = await lines('api', ({ requestId }) => requestId === idOf(failed), 2);
  expect(logged.map(({ msg }) => msg).toSorted()).toEqual(['call', 'temporarily unavailable']);
});

test('an API that is killed loses the last moment of the request log and no more; one that is stopped loses nothing', async () => {
  const ids: string[] = [];
  const ask = async () => ids.push(idOf(await api('GET', '/apikeys/verify', { key: shop.key })));
  const kept = async (): Promise<number> =>
    (await books.query('select id from request_log where request_id = any ($1)', [ids])).rows.length;
  for (let nth = 0; nth < 20; nth++) await ask();
  await until(kept, (count) => count === 20);
  await service.applications.api.kill();
  expect(await kept()).toBe(20);
  await service.applications.restartApi();
  await ask();
  await service.applications.api.stop();
  expect(await kept()).toBe(21);
  await service.applications.restartApi();
});
