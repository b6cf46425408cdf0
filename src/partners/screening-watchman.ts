import { createHash } from 'node:crypto';
import type { PartnerAnswer, PartnerClient } from './partner-client.ts';
import type { Screening, ScreeningHit } from './screening.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A payee may be any of these, and Watchman looks through one kind a search. */
const ENTITY_TYPES = ['person', 'business', 'organization'] as const;
/** The most that one search tells. */
const MOST_HITS = 100;

export interface WatchmanOptions {
  readonly client: PartnerClient;
  /** How alike names must be for a hit, 0 to 1. */
  readonly minScore: number;
  /** Lists that Watchman loaded longer ago are none. */
  readonly maxAgeDays: number;
  readonly now?: () => Date;
}

/** What Watchman says of its lists, as far as it matters here. */
interface LoadedLists {
  readonly version: string;
  readonly loadedAt: number;
}

/**
 * Screening by Moov Watchman's second API: `GET /v2/listinfo` tells which lists it holds, since without any its searches find
 * nothing and sound the same as a clean payee; then one `GET /v2/search` for each kind of entity. Whatever is not
 * exactly as it ought to be is `unavailable`: an answer that we misread must not clear anybody.
 */
export function createWatchman({ client, minScore, maxAgeDays, now = () => new Date() }: WatchmanOptions): Screening {
  const search = async (name: string, type: string): Promise<ScreeningHit[] | null> => {
    const query = new URLSearchParams({ name, type, minMatch: String(minScore), limit: String(MOST_HITS) });
    return hitsOf(await client.request('GET', `/v2/search?${query}`), minScore);
  };

  return {
    async screen({ name }) {
      const lists = listsOf(await client.request('GET', '/v2/listinfo'));
      if (lists === null || now().getTime() - lists.loadedAt > maxAgeDays * DAY_MS) return { kind: 'unavailable' };
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

/** Null without a list that holds anything. */
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

/** Null for what is no answer to a search. Watchman writes no entities as null. */
function hitsOf(answer: PartnerAnswer, minScore: number): ScreeningHit[] | null {
  if (answer.status !== 200 || !isObject(answer.body) || !('entities' in answer.body)) return null;
  const entities = answer.body['entities'] ?? [];
  // A full answer may hide more, and an operator who clears all that is seen must not clear those too.
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
