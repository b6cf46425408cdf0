import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createProgress, tableLines } from '../../sdk/cli/output.ts';
import { commandLine } from '../support/command-line.ts';

const PROGRAM = join(import.meta.dirname, '../../sdk/cli.ts');
const ID = '0199f5a4-5c5e-7d1c-8f5a-3c9d2b7e4a10';
const TABLE = {
  head: ['id', 'status', 'name'],
  rows: [
    [ID, 'CAPTURED', 'Corner Coffee of the old town'],
    [ID, 'FAILED', 'Bakery'],
  ],
  none: 'None yet',
};
const terminal = (columns: number, colours = false) => ({
  isTTY: true as const,
  columns,
  hasColors: () => colours,
});

test('a table fits the terminal: ids stay whole, other columns are cut, and a narrow one gets blocks', () => {
  expect(tableLines(TABLE, terminal(120))).toEqual([
    `id${' '.repeat(36)}status    name`,
    `${ID}  CAPTURED  Corner Coffee of the old town`,
    `${ID}  FAILED    Bakery`,
  ]);
  expect(tableLines(TABLE, terminal(60))[1]).toBe(`${ID}  CAPTURED  Corner Coff…`);
  expect(tableLines(TABLE, terminal(50)).slice(0, 4)).toEqual([
    `id      ${ID}`,
    'status  CAPTURED',
    'name    Corner Coffee of the old town',
    '',
  ]);
  expect(tableLines({ ...TABLE, rows: [] }, terminal(50))).toEqual(['None yet']);
});

test('states have colours on a terminal that has them', () => {
  expect(tableLines(TABLE, terminal(120, true))[1]).toContain('\u001b[32mCAPTURED\u001b[39m');
  expect(tableLines(TABLE, terminal(120))[1]).not.toContain('\u001b');
});

test('detail and hint of a refusal have lines of their own', async () => {
  const refusal = { error: 'bad line', detail: 'items[0].qty: missing', hint: 'send whole numbers' };
  const server = createServer((_, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cli = await commandLine(url);
  try {
    const { code, stderr } = await cli.plainly('call getHealth');
    expect({ code, lines: stderr.trimEnd().split('\n') }).toEqual({
      code: 1,
      lines: [
        `payments: getHealth: 400 bad line (request without id) (API ${url})`,
        '  items[0].qty: missing',
        '  send whole numbers',
      ],
    });
    const { error } = JSON.parse((await cli.run('call getHealth')).stderr);
    expect(error).toMatchObject({
      reason: 'bad line',
      detail: refusal.detail,
      hint: refusal.hint,
      api_url: url,
    });
  } finally {
    server.close();
    server.closeAllConnections();
    await cli.remove();
  }
});

test('a call that takes longer than a second has a progress line on a terminal, which goes away', async () => {
  let [shown, answer] = ['', () => undefined as void];
  const server = createServer((_, response) => void (answer = () => void response.end('{}')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stream = {
    ...terminal(80),
    write: (text: string) => {
      shown += text;
      // The server answers because the line was shown, and the line goes because it answered.
      if (text.includes('waiting')) answer();
      return true;
    },
  } as unknown as NodeJS.WriteStream;
  await createProgress(stream, true).fetch(`http://${host}/`);
  expect(shown).toBe(`\r\u001b[Kwaiting for ${host}, 1 s\r\u001b[K`);
  expect(createProgress({ ...stream, isTTY: false } as unknown as NodeJS.WriteStream, true).fetch).toBe(
    fetch,
  );
  server.close();
  server.closeAllConnections();
});

test('a mistyped command or option is answered with the nearest one', async () => {
  const cli = await commandLine('http://127.0.0.1:1');
  try {
    for (const [words, meant] of [
      ['lisen', 'listen'],
      ['orgs lst', 'list'],
      ['listen --foward-to a', '--forward-to'],
    ] as const) {
      const { code, stderr } = await cli.plainly(words);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`(Did you mean ${meant}?)`),
      });
    }
  } finally {
    await cli.remove();
  }
});

test('bash completes commands, their options and values', async () => {
  // A new shell, which has loaded the printed script. Each line is what was typed.
  const typed = ['or', 'orgs ', 'keys create --sc', 'keys create --env ', 'trigger charge.c', 'call listSal'];
  const steps = typed.map(
    (line) =>
      `COMP_WORDS=(payments ${line
        .split(' ')
        .map((word) => `'${word}'`)
        .join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _payments; echo "\${COMPREPLY[*]}"`,
  );
  const script = [
    `payments() { '${process.execPath}' '${PROGRAM}' "$@"; }`,
    'eval "$(payments completion bash)"',
    ...steps,
  ].join('\n');
  const bash = spawn('bash', ['--norc', '-c', script]);
  const [shown, faults] = await Promise.all([text(bash.stdout), text(bash.stderr)]);
  expect({ shown: shown.trimEnd().split('\n'), faults }).toEqual({
    shown: [
      'orgs',
      'list create use',
      '--scopes',
      'sandbox live',
      'charge.captured',
      'listSales listSalesDays',
    ],
    faults: '',
  });
});
