import { createPartnerClient } from '../../src/partners/partner-client.ts';
import { createWatchman } from '../../src/partners/screening-watchman.ts';
import { startWatchman } from '../../simulators/watchman.ts';
import type { Watchman, WatchmanRequest } from '../../simulators/watchman.ts';

const TIMEOUT_MS = 400;
const ZELENKOV = {
  name: 'Viktor Dragomir Zelenkov',
  entityType: 'person',
  sourceList: 'us_ofac',
  sourceID: '90001',
} as const;
const ZARNOVIA = {
  name: 'Zarnovia Heavy Industries',
  entityType: 'business',
  sourceList: 'eu_csl',
  sourceID: 'EU.1',
} as const;
const NOWHERE = {
  name: 'Nowhere Liberation Front',
  entityType: 'organization',
  sourceList: 'un_csl',
  sourceID: 'U/2',
} as const;

let watchman: Watchman;

beforeEach(async () => {
  watchman = await startWatchman();
  watchman.entities = [ZELENKOV, ZARNOVIA, NOWHERE];
});

afterEach(() => watchman.stop());

function screen(
  name: string,
  { now = new Date(), token = null }: { now?: Date; token?: string | null } = {},
) {
  const client = createPartnerClient({ url: watchman.url, token, timeoutMs: TIMEOUT_MS });
  return createWatchman({ client, minScore: 0.9, maxAgeDays: 7, now: () => now }).screen({
    name,
    countryCode: 'GB',
  });
}

const isSearch = ({ path }: WatchmanRequest) => path === '/v2/search';

describe('Watchman', () => {
  test.each([ZELENKOV, ZARNOVIA, NOWHERE])(
    'finds $entityType $name',
    async ({ name, sourceID, sourceList }) => {
      expect(await screen(name)).toMatchObject({
        kind: 'screened',
        hits: [{ entityId: sourceID, name, list: sourceList, score: 1 }],
      });
    },
  );

  test('finds similar names, best first, and nothing for a clean payee', async () => {
    watchman.entities = [{ ...ZARNOVIA, name: 'Zarnovia Heavy Machinery', sourceID: 'EU.2' }, ZARNOVIA];
    const screened = await screen('Zarnovia Heavy Industries');
    expect(screened).toMatchObject({
      hits: [
        { entityId: 'EU.1', score: 1 },
        { entityId: 'EU.2', score: 0.95 },
      ],
    });
    expect(await screen('Fernlight')).toMatchObject({ kind: 'screened', hits: [] });
  });

  test('is asked for its lists once and for every kind of payee, with the least score', async () => {
    await screen('Smith & Sons, “Ünïque” #1?');
    const [first, ...searches] = watchman.received;
    expect(first?.path).toBe('/v2/listinfo');
    expect(searches.map(({ query }) => query.get('type')).toSorted()).toEqual([
      'business',
      'organization',
      'person',
    ]);
    for (const { query } of searches) {
      expect(Object.fromEntries(query)).toMatchObject({
        name: 'Smith & Sons, “Ünïque” #1?',
        minMatch: '0.9',
      });
    }
  });

  test('is given a token when there is one', async () => {
    await screen('Fernlight');
    await screen('Fernlight', { token: 'a-token-for-the-proxy' });
    const tokens = new Set(watchman.received.map(({ authorization }) => authorization));
    expect(tokens).toEqual(new Set([undefined, 'Bearer a-token-for-the-proxy']));
  });

  test('says which lists it used: the same as long as they are, another when they change', async () => {
    const version = async () => (await screen('Fernlight')) as { listVersion?: string };
    const first = await version();
    expect(first.listVersion).toMatch(/^watchman \d{4}-.*Z sha256:[0-9a-f]{16}$/);
    expect(await version()).toEqual(first);
    watchman.entities = [ZELENKOV];
    expect((await version()).listVersion).not.toBe(first.listVersion);
  });
});

describe('screening is unavailable when Watchman', () => {
  test('has not loaded any list yet', async () => {
    watchman.entities = [];
    expect(await screen(ZELENKOV.name)).toEqual({ kind: 'unavailable' });
  });

  test('has lists that are too old', async () => {
    const days = (count: number) => new Date(watchman.loadedAt.getTime() + count * 24 * 60 * 60 * 1000);
    expect(await screen('Fernlight', { now: days(7) })).toMatchObject({ kind: 'screened' });
    expect(await screen('Fernlight', { now: new Date(days(7).getTime() + 1) })).toEqual({
      kind: 'unavailable',
    });
  });

  test('is not there', async () => {
    await watchman.stop();
    expect(await screen('Fernlight')).toEqual({ kind: 'unavailable' });
  });

  test('does not answer in time', async () => {
    watchman.instead = isSearch;
    expect(await screen('Fernlight')).toEqual({ kind: 'unavailable' });
  });

  test('stops in the middle of an answer', async () => {
    watchman.instead = (request, response) => {
      if (!isSearch(request)) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"entities": ');
      return true;
    };
    expect(await screen('Fernlight')).toEqual({ kind: 'unavailable' });
  });

  test('sends us elsewhere, and we do not go', async () => {
    const elsewhere = await startWatchman();
    elsewhere.entities = [ZARNOVIA];
    watchman.instead = (request, response) => {
      response.writeHead(307, { location: `${elsewhere.url}${request.path}?${request.query}` }).end();
      return true;
    };
    try {
      expect(await screen('Fernlight')).toEqual({ kind: 'unavailable' });
      expect(elsewhere.received).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  });

  test('may have found more than it tells', async () => {
    const many = (length: number) => Array.from({ length }, (_, n) => ({ ...ZARNOVIA, sourceID: `EU.${n}` }));
    watchman.entities = many(99);
    expect(await screen(ZARNOVIA.name)).toMatchObject({ kind: 'screened', hits: { length: 99 } });
    watchman.entities = many(150);
    expect(await screen(ZARNOVIA.name)).toEqual({ kind: 'unavailable' });
  });

  test('fails for one kind of payee only', async () => {
    watchman.instead = (request, response) => {
      if (request.query.get('type') !== 'organization') return false;
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"error": "v2 search: context canceled"}');
      return true;
    };
    expect(await screen('Fernlight')).toEqual({ kind: 'unavailable' });
  });

  const hit = { name: 'A', sourceList: 'l', sourceID: '1', match: 1 };
  test.each([
    ['500', 500, '{"entities": []}'],
    ['204', 204, ''],
    ['201', 201, '{"entities": []}'],
    ['no JSON', 200, '<html>Bad gateway</html>'],
    ['an empty body', 200, ''],
    ['an array', 200, '[]'],
    ['null', 200, 'null'],
    ['an object without entities', 200, '{}'],
    ['an error that looks like success', 200, '{"error": "no lists"}'],
    ['entities that are no list', 200, '{"entities": {}}'],
    ['an entity that is none', 200, '{"entities": [null]}'],
    ['an entity without its score', 200, JSON.stringify({ entities: [{ ...hit, match: undefined }] })],
    ['a score that is text', 200, JSON.stringify({ entities: [{ ...hit, match: '0.1' }] })],
    ['a score that is a percentage', 200, JSON.stringify({ entities: [{ ...hit, match: 95 }] })],
    ['an entity without its id', 200, JSON.stringify({ entities: [{ ...hit, sourceID: 7 }] })],
    ['one bad entity among good ones', 200, JSON.stringify({ entities: [hit, { ...hit, name: null }] })],
  ])('answers a search with %s', async (_what, status, body) => {
    watchman.instead = (request, response) => {
      if (isSearch(request)) response.writeHead(status).end(body);
      return isSearch(request);
    };
    expect(await screen('Fernlight')).toEqual({ kind: 'unavailable' });
  });

  test.each([
    ['500', 500, '{"lists": {"us_ofac": 1}, "endedAt": "2999-01-01T00:00:00Z"}'],
    ['lists without entries', 200, '{"lists": {"us_ofac": 0}, "endedAt": "2999-01-01T00:00:00Z"}'],
    ['no lists', 200, '{"lists": null, "endedAt": "2999-01-01T00:00:00Z"}'],
    ['no time', 200, '{"lists": {"us_ofac": 1}}'],
    ['a time that is none', 200, '{"lists": {"us_ofac": 1}, "endedAt": "yesterday"}'],
    ['the time before the first load', 200, '{"lists": {"us_ofac": 1}, "endedAt": "0001-01-01T00:00:00Z"}'],
    ['no JSON', 200, 'ok'],
  ])('answers about its lists with %s', async (_what, status, body) => {
    watchman.instead = (request, response) => {
      if (!isSearch(request)) response.writeHead(status).end(body);
      return !isSearch(request);
    };
    expect(await screen('Fernlight')).toEqual({ kind: 'unavailable' });
  });
});
