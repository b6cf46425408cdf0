import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { ROOT } from '../../../stack/places.ts';
import { createMailer } from '../../../src/partners/mail.ts';
import { apiTest } from '../../support/api-test.ts';
import { OLGA } from '../../support/operators.ts';
import { api } from '../../support/people.ts';
import { testSettings } from '../../support/settings.ts';

const dollars = {
  live: { USD: { largestAmountMajor: 10_000, windows: [{ seconds: 3600, mostCount: 100 }] } },
};
const service = apiTest({
  own: 'unsafe_start',
  settings: { MONITORING_THRESHOLDS: JSON.stringify(dollars) },
});
const API = join('src', 'http', 'server.ts');
const WORKER = 'worker.ts';

/** Starts a process that must end by itself. Returns what it wrote. */
async function refusalOf(script: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const environment = { ...testSettings({ API_PORT: '0', ...settings }) };
  const child = execFile(process.execPath, [join(ROOT, script)], { env: environment, timeout: 300_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect({ code, signal }).toEqual({ code: 1, signal: null });
  return output;
}

describe('live money without limits', () => {
  test.each([API, WORKER])(
    '%s does not start for a country whose currency has no thresholds',
    async (script) => {
      const output = await refusalOf(script, {
        DATABASE_URL: service.applications.environment['DATABASE_URL'],
        LIVE_PARTNER_COUNTRIES: 'US,DE',
        MONITORING_THRESHOLDS: JSON.stringify(dollars),
      });
      expect(output).toContain('MONITORING_THRESHOLDS: must have live thresholds for EUR');
    },
  );

  test('the operator opens live in no such country', async () => {
    const put = (country: string) =>
      api('PUT', `/operator/countries/${country}`, {
        headers: OLGA,
        body: { min_share_bps: 0, max_share_bps: 10_000, live_partner: true },
      });
    expect((await put('US')).status).toBe(200);
    const { status, body } = await put('JP');
    expect([status, body]).toEqual([
      400,
      { error: 'live_partner: needs live thresholds for JPY in MONITORING_THRESHOLDS' },
    ]);
  });

  test('a worker does not start where an earlier one has opened such a country', async () => {
    const insert = 'insert into countries (country_code, live_partner) values ($1, true)';
    await service.books.query(insert, ['GB']);
    const output = await refusalOf(WORKER, {
      ...service.applications.environment,
      WORKER_METRICS_PORT: undefined,
    });
    await service.books.query('delete from countries where country_code = $1', ['GB']);
    expect(output).toContain('MONITORING_THRESHOLDS: must have live thresholds for GBP');
  });
});

test('production starts with no development switch, and with no partner in plain text', async () => {
  const unsafe = {
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    ADDRESS_LIMITS_SPARE_LOOPBACK: 'true',
    CRASH_POINT: 'payout.sent',
    BANK_URL: 'http://bank.example.com',
    VERIFICATION_URL: 'http://verification.example.com',
    PAYEE_NAMES_URL: 'http://names.example.com',
    WATCHMAN_URL: 'http://127.0.0.1.example.com',
    PUBLIC_URL: 'http://api.example.com',
  };
  const { DATABASE_URL } = service.applications.environment;
  const output = await refusalOf(API, { DATABASE_URL, NODE_ENV: 'production', ...unsafe });
  const faults = [...output.matchAll(/^ {2}(\w+): (is for development|must be https)/gm)];
  expect(faults.map(([, name]) => name).toSorted()).toEqual(Object.keys(unsafe).toSorted());
});

test('someone on the line who hides STARTTLS reads no mail', async () => {
  const read: string[] = [];
  const line = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.on('data', (text) => read.push(String(text))).on('end', done);
    },
  });
  const server = line.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const mail = { to: 'owner@example.com', subject: 'Your code', text: '123456' };
  const from = 'Tests <tests@example.com>';
  await expect(createMailer({ url, from, requireTls: true }).send(mail)).rejects.toThrow();
  expect(read).toEqual([]);
  await createMailer({ url, from }).send(mail);
  expect(read.join('')).toContain('123456');
  line.close();
});
