/** The position before the first row of a list with the newest row first: later than any row. */
export const NEWEST = { key: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' } as const;

/** The order of such a list. */
export const NEWEST_FIRST = 'order by created_at desc, id desc';
