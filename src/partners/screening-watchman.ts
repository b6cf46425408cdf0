import { createHash } from 'node:crypto';
import type { PartnerAnswer, PartnerClient } from './partner-client.ts';
import type { Screening, ScreeningHit } from './screening.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The kinds of entity that a payee may be. One search of Watchman covers one kind. */
const ENTITY_TYPES = ['person', 'business', 'organization'] as const;
/** The most hits that one search returns. */
const MOST_HITS = 100;

export interface WatchmanOptions {
  readonly client: PartnerClient;
  /** The least similarity of names that is a hit, 0 to 1. */
  readonly minScore: number;
  /** The greatest time since Watchman loaded its lists. */
  readonly maxAgeDays: number;
  readonly now?: () => Date;
}

/** The loaded lists of Watchman. */
interface LoadedLists {
  readonly version: string;
  readonly loadedAt: number;
}

/**
 * Screens with version 2 of Moov Watchman's API: `GET /v2/listinfo`, then one `GET /v2/search` for each kind
 * of entity.
 *
 * The first call checks that Watchman has lists. Without any, its searches find nothing and look like a clean
 * payee. Any malformed answer is `unavailable`: a misread answer must not clear a payee.
 */
export function createWatchman({
  client,
  minScore,
  maxAgeDays,
  now = () => new Date(),
}: WatchmanOptions): Screening {
  const search = async (name: string, type: string): Promise<ScreeningHit[] | null> => {
    const query = new URLSearchParams({ name, type, minMatch: String(minScore), limit: String(MOST_HITS) });
    return hitsOf(await client.request('GET', `/v2/search?${query}`), minScore);
  };

  return {
    async screen({ name }) {
      const lists = listsOf(await client.request('GET', '/v2/listinfo'));
      if (lists === null || now().getTime() - lists.loadedAt > maxAgeDays * DAY_MS)
        return { kind: 'unavailable' };
      const found = await Promise.all(ENTITY_TYPES.map((type) => search(name, type)));
      const hits: ScreeningHit[] = [];
      for (const some of found) {
        if (some === null) return { kind: 'unavailable' };
        hits.push(...some);
      }
      return {
        kind: 'screened',
        listVersion: lists.version,
        hits: hits.toSorted((one, other) => other.score - one.score),
      };
    },
  };
}

/** The loaded lists. Null when none has an entry. */
function listsOf(answer: PartnerAnswer): LoadedLists | null {
  if (answer.status !== 200 || !isObject(answer.body)) return null;
  const { lists, listHashes, endedAt } = answer.body;
  if (!isObject(lists) || typeof endedAt !== 'string') return null;
  const sizes = Object.values(lists);
  const loadedAt = Date.parse(endedAt);
  if (Number.isNaN(loadedAt) || !sizes.some((size) => typeof size === 'number' && size > 0)) return null;
  const content = isObject(listHashes) ? listHashes : lists;
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest('hex');
  return { version: `watchman ${endedAt} sha256:${digest.slice(0, 16)}`, loadedAt };
}

/** The hits of a search. Null for a malformed answer. Watchman sends `null` for no entities. */
function hitsOf(answer: PartnerAnswer, minScore: number): ScreeningHit[] | null {
  if (answer.status !== 200 || !isObject(answer.body) || !('entities' in answer.body)) return null;
  const entities = answer.body['entities'] ?? [];
  // A full page may hide more hits. An operator who clears all visible hits must not clear the hidden ones
  // too.
  if (!Array.isArray(entities) || entities.length >= MOST_HITS) return null;
  const hits: ScreeningHit[] = [];
  for (const entity of entities as unknown[]) {
    const hit = hitOf(entity);
    if (hit === null) return null;
    if (hit.score >= minScore) hits.push(hit);
  }
  return hits;
}

function hitOf(entity: unknown): ScreeningHit | null {
  if (!isObject(entity)) return null;
  const { sourceID, sourceList, name, match } = entity;
  if (typeof sourceID !== 'string' || typeof sourceList !== 'string' || typeof name !== 'string') return null;
  if (typeof match !== 'number' || !(match >= 0 && match <= 1)) return null;
  return { entityId: sourceID, name, list: sourceList, score: match };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
