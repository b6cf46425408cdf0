/** The position before the first row of a list with the newest row first: later than any row. */
export const NEWEST = { key: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' } as const;

/** The order of such a list. */
export const NEWEST_FIRST = 'order by created_at desc, id desc';

/** The page that a list statement returns. `afterKey` is a cursor's text; null starts at the newest row. */
export interface PageParams {
  readonly afterKey: string | null;
  readonly afterId: string | null;
  readonly limit: number;
}

/** The time and id of the row before the page, in SQL, by `PageParams`. */
export const PAGE_START = `(
     coalesce(:afterKey::timestamptz, '${NEWEST.key}'), coalesce(:afterId::uuid, '${NEWEST.id}'))`;
