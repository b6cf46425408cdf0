import { mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScreeningList } from '../../src/partners/screening-list.ts';
import { createScreenings, SAMPLE_LIST } from '../../src/partners/screenings.ts';
import { startWatchman } from '../../simulators/watchman.ts';

const HEADER =
  '"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","program_ids","dataset","first_seen","last_seen","last_change"';
const NOW = new Date('2026-11-21T12:00:00Z');
const UNAVAILABLE = { kind: 'unavailable' };

const row = (id: string, name: string, { aliases = '', lastSeen = '2026-11-20T00:00:00' } = {}) =>
  `"${id}","Person","${name}","${aliases}","","","","","","","","","Test list","","${lastSeen}",""`;

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'screening-'));
  file = join(directory, 'list.csv');
});

afterEach(() => rm(directory, { recursive: true }));

/** Moves a new list into place, as whoever downloads one does. */
async function issue(...lines: string[]): Promise<void> {
  await writeFile(`${file}.new`, `${[HEADER, ...lines].join('\n')}\n`);
  await rename(`${file}.new`, file);
}

const listOf = ({ minScore = 0.88, maxAgeDays = 7 as number | null, path = file, now = () => NOW } = {}) =>
  createScreeningList({ file: path, minScore, maxAgeDays, now });
const payee = (name: string) => ({ name, countryCode: 'GB' });

describe('the sample list', () => {
  const sample = listOf({ path: SAMPLE_LIST, maxAgeDays: null });
  const hitsFor = async (name: string) => {
    const screened = await sample.screen(payee(name));
    return screened.kind === 'screened' ? screened.hits.map(({ entityId }) => entityId) : screened.kind;
  };

  test.each([
    ['Viktor Dragomir Zelenkov', 'sample-0001'],
    ['VIKTOR ZELENKOV', 'sample-0001'],
    ['Zelenkov, Viktor', 'sample-0001'],
    ['Mr. Victor Zelenkov', 'sample-0001'],
    ['Viktor Dragomir Zelenkow', 'sample-0001'],
    ['Виктор Зеленков', 'sample-0001'],
    ['Ayesha Qamarani', 'sample-0002'],
    ['Aisha Kamarani', 'sample-0002'],
    ['Ayesha Qamaraní', 'sample-0002'],
    ['عائشة قمراني', 'sample-0002'],
    ['Jean Baptiste Morvandieu', 'sample-0003'],
    ['Jeanbaptiste Morvandieu', 'sample-0003'],
    ['Zarnovia Heavy Industries', 'sample-0005'],
    ['ZARNOVIA HEAVY INDUSTRIES LIMITED', 'sample-0005'],
    ['Zarnovia Industries GmbH', 'sample-0005'],
    ['Black Fjord Shipping A/S', 'sample-0006'],
    ['Liberation Front of Nowhere', 'sample-0007'],
    ['Qalbank', 'sample-0008'],
  ])('holds %s', async (name, id) => {
    expect(await hitsFor(name)).toContain(id);
  });

  test.each([
    'Fernlight Ltd',
    'Viktor Johansson',
    'Maria Zelenka Nowak',
    'Heavy Metal Records Ltd',
    'Jean-Baptiste Dupont',
    'Shipping Solutions AS',
    'Bank of Trade',
    'Kim',
    'Li Wei',
    'Industries',
    'Anna Kowalska',
  ])('does not hold %j', async (name) => {
    expect(await hitsFor(name)).toEqual([]);
  });

  test('says of itself that nobody on it exists', async () => {
    expect(await readFile(SAMPLE_LIST, 'utf8')).toMatch(/^# .*\n?.*made up: nobody on it exists/);
  });
});

describe('a list in a file', () => {
  test('answers each entry once, by its best name, best first, with its list and score', async () => {
    await issue(
      row('b', 'Anna Testperson Qibbler'),
      row('a', 'A. T. Qibbler', { aliases: 'Anna Testperson;Anna Testpersson' }),
    );
    expect(await listOf().screen(payee('Anna Testperson'))).toEqual({
      kind: 'screened',
      listVersion: expect.stringMatching(/^2026-11-20T.* sha256:[0-9a-f]{16}$/),
      hits: [
        { entityId: 'a', name: 'A. T. Qibbler', list: 'Test list', score: 1 },
        { entityId: 'b', name: 'Anna Testperson Qibbler', list: 'Test list', score: expect.closeTo(0.93, 1) },
      ],
    });
  });

  test('is found in other scripts than it is written in', async () => {
    await issue(row('a', 'Anna Testperson'), row('b', 'Сергей Выдуманов'));
    expect(await listOf().screen(payee('Анна Тестперсон'))).toMatchObject({ hits: [{ entityId: 'a' }] });
    expect(await listOf().screen(payee('Sergei Vydumanov'))).toMatchObject({ hits: [{ entityId: 'b' }] });
  });

  test('names every entry that is alike, however many there are', async () => {
    await issue(...Array.from({ length: 150 }, (_, n) => row(`id-${n}`, 'Anna Testperson')));
    const { hits } = (await listOf().screen(payee('Anna Testperson'))) as {
      hits: readonly { entityId: string }[];
    };
    expect(new Set(hits.map(({ entityId }) => entityId)).size).toBe(150);
  });

  test('is as strict as its minimum score', async () => {
    await issue(row('a', 'Anna Testperson'));
    const found = async (minScore: number) =>
      (await listOf({ minScore }).screen(payee('Anne Testpersson'))) as { hits: readonly object[] };
    expect((await found(0.85)).hits).toHaveLength(1);
    expect((await found(1)).hits).toHaveLength(0);
  });

  test('is read again when it has changed, and says so by its version', async () => {
    await issue(row('a', 'Anna Testperson'));
    const list = listOf();
    const before = await list.screen(payee('Boris Qibbler'));
    expect(before).toMatchObject({ kind: 'screened', hits: [] });
    await issue(row('a', 'Anna Testperson'), row('b', 'Boris Qibbler'));
    const after = await list.screen(payee('Boris Qibbler'));
    expect(after).toMatchObject({ kind: 'screened', hits: [{ entityId: 'b' }] });
    expect((after as { listVersion: string }).listVersion).not.toBe(
      (before as { listVersion: string }).listVersion,
    );
  });

  test('answers many at once', async () => {
    await issue(row('a', 'Anna Testperson'));
    const list = listOf();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => list.screen(payee('Anna Testperson'))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ hits: [{ entityId: 'a' }] });
  });

  test('may have its columns in another order, more of them, and a mark of its encoding', async () => {
    await writeFile(
      file,
      '\ufefflast_seen,extra,name,id,dataset,schema,aliases\r\n2026-11-20,x,"Testperson, Anna",a,L,Person,\r\n',
    );
    expect(await listOf().screen(payee('Anna Testperson'))).toMatchObject({
      hits: [{ entityId: 'a', score: 1 }],
    });
  });

  test.each(['\u{12000}\u{12040}', '—', ''])(
    'clears no name that has no Latin form, like %j',
    async (name) => {
      await issue(row('a', 'Anna Testperson'));
      expect(await listOf().screen(payee(name))).toEqual(UNAVAILABLE);
    },
  );

  test('clears no name of more than 40 words', async () => {
    await issue(row('a', 'Anna Testperson'));
    expect(await listOf().screen(payee('a '.repeat(20) + 'b '.repeat(20)))).toMatchObject({
      kind: 'screened',
      hits: [],
    });
    expect(await listOf().screen(payee('ab cd '.repeat(21)))).toEqual(UNAVAILABLE);
  });

  test('of 20,000 entries is searched whole', async () => {
    const syllables = ['ka', 'ro', 'mi', 'ten', 'sal', 'vor', 'du', 'ly', 'pen', 'gra'];
    const word = (seed: number) => [seed, seed >> 3, seed >> 7].map((part) => syllables[part % 10]).join('');
    await issue(
      ...Array.from({ length: 20_000 }, (_, n) =>
        row(`id-${n}`, `${word(n)} ${word(n * 7 + 3)} ${word(n * 13 + 5)}`),
      ),
    );
    const list = listOf({ minScore: 0.97 });
    expect(await list.screen(payee('Viktor Dragomir Zelenkov'))).toMatchObject({
      kind: 'screened',
      hits: [],
    });
    const last = `${word(19_999)} ${word(19_999 * 7 + 3)} ${word(19_999 * 13 + 5)}`;
    expect(await list.screen(payee(last))).toMatchObject({
      kind: 'screened',
      hits: expect.arrayContaining([expect.objectContaining({ entityId: 'id-19999' })]),
    });
  });
});

describe('screening is unavailable when the list', () => {
  test('is not there, until it is', async () => {
    const list = listOf();
    expect(await list.screen(payee('Anna Testperson'))).toEqual(UNAVAILABLE);
    await issue(row('a', 'Anna Testperson'));
    expect(await list.screen(payee('Anna Testperson'))).toMatchObject({ hits: [{ entityId: 'a' }] });
    await rm(file);
    expect(await list.screen(payee('Anna Testperson'))).toEqual(UNAVAILABLE);
  });

  test('is a directory', async () => {
    expect(await listOf({ path: directory }).screen(payee('Anna'))).toEqual(UNAVAILABLE);
  });

  test.each([
    ['is empty', ''],
    ['has no entries', HEADER],
    ['lacks a column', 'id,schema,name,aliases,last_seen\na,Person,Anna,,2026-11-20'],
    ['breaks off in the middle of a row', `${HEADER}\n${row('a', 'Anna')}\n"b","Person","Bor`],
    ['breaks off between two fields', `${HEADER}\n${row('a', 'Anna')}\n"b","Person","Boris"`],
    ['has an entry without a name', `${HEADER}\n${row('a', 'Anna')}\n${row('b', ' ')}`],
    ['has an entry without an id', `${HEADER}\n${row('', 'Anna')}`],
    ['is a web page', '<!doctype html>\n<html><body>Sign in, please</body></html>'],
    ['is no text', Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3]).toString('latin1')],
  ])('%s', async (_what, text) => {
    await writeFile(file, text);
    expect(await listOf().screen(payee('Anna'))).toEqual(UNAVAILABLE);
  });

  test('was replaced by a broken one, although the one before was good', async () => {
    await issue(row('a', 'Anna Testperson'));
    const list = listOf();
    expect(await list.screen(payee('Anna Testperson'))).toMatchObject({ kind: 'screened' });
    await writeFile(file, 'oh no');
    expect(await list.screen(payee('Anna Testperson'))).toEqual(UNAVAILABLE);
  });

  test('was last seen too long ago, even while it is held', async () => {
    await issue(
      row('a', 'Anna', { lastSeen: '2026-11-01T00:00:00Z' }),
      row('b', 'Boris', { lastSeen: '2026-11-14T12:00:00Z' }),
    );
    let now = NOW;
    const list = listOf({ now: () => now });
    expect(await list.screen(payee('Carla'))).toMatchObject({ kind: 'screened' });
    now = new Date(NOW.getTime() + 1);
    expect(await list.screen(payee('Carla'))).toEqual(UNAVAILABLE);
    expect(await listOf({ now: () => now, maxAgeDays: null }).screen(payee('Carla'))).toMatchObject({
      kind: 'screened',
    });
  });

  test('claims to come from the future and its other entries are old', async () => {
    await issue(
      row('a', 'Anna', { lastSeen: '2026-01-01T00:00:00Z' }),
      row('b', 'Boris', { lastSeen: '2999-01-01T00:00:00Z' }),
    );
    expect(await listOf().screen(payee('Carla'))).toEqual(UNAVAILABLE);
  });

  test('tells no times and its file is too old', async () => {
    await issue(row('a', 'Anna', { lastSeen: '' }));
    const days = (count: number) => new Date(NOW.getTime() - count * 24 * 60 * 60 * 1000);
    await utimes(file, NOW, days(6));
    expect(await listOf().screen(payee('Carla'))).toMatchObject({ kind: 'screened' });
    await utimes(file, NOW, days(8));
    expect(await listOf().screen(payee('Carla'))).toEqual(UNAVAILABLE);
  });
});

describe('the choice of the screening', () => {
  const settings = { watchman: null, listFile: null, minScore: 0.88, maxAgeDays: 7 };

  test('without any setting is none in live, and the sample list in the sandbox', async () => {
    const { live, sandbox } = createScreenings(settings);
    expect(await live.screen(payee('Fernlight'))).toEqual(UNAVAILABLE);
    expect(await sandbox.screen(payee('Fernlight'))).toMatchObject({ kind: 'screened', hits: [] });
    expect(await sandbox.screen(payee('Viktor Zelenkov'))).toMatchObject({
      hits: [{ entityId: 'sample-0001' }],
    });
  });

  test('knows magic names in the sandbox only', async () => {
    await issue(row('a', 'Anna Testperson', { lastSeen: new Date().toISOString() }));
    const { live, sandbox } = createScreenings({ ...settings, listFile: file });
    expect(await live.screen(payee('Sanctioned Ltd'))).toMatchObject({ kind: 'screened', hits: [] });
    expect(await sandbox.screen(payee('Sanctioned Ltd'))).toMatchObject({
      hits: [{ list: 'sandbox', score: 1 }],
    });
  });

  test('is the sample list in the sandbox, whatever list live has', async () => {
    await issue(row('a', 'Anna Testperson', { lastSeen: new Date().toISOString() }));
    const { live, sandbox } = createScreenings({ ...settings, listFile: file });
    expect(await live.screen(payee('Anna Testperson'))).toMatchObject({ hits: [{ entityId: 'a' }] });
    expect(await sandbox.screen(payee('Anna Testperson'))).toMatchObject({ kind: 'screened', hits: [] });
  });

  test('is Watchman when there is one, whatever list there is', async () => {
    await issue(row('a', 'Anna Testperson', { lastSeen: new Date().toISOString() }));
    const watchman = await startWatchman();
    watchman.entities = [
      { name: 'Boris Qibbler', entityType: 'person', sourceList: 'us_ofac', sourceID: '1' },
    ];
    try {
      const { live } = createScreenings({
        ...settings,
        listFile: file,
        watchman: { url: watchman.url, token: null },
      });
      expect(await live.screen(payee('Boris Qibbler'))).toMatchObject({
        hits: [{ entityId: '1', list: 'us_ofac' }],
      });
      expect(await live.screen(payee('Anna Testperson'))).toMatchObject({ kind: 'screened', hits: [] });
    } finally {
      await watchman.stop();
    }
  });
});
