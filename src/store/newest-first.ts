/** Where a list that begins with its newest row begins: later than any row. */
export const NEWEST = { key: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' } as const;

/** The order of such a list, by what its rows are called in SQL. */
export const NEWEST_FIRST = 'order by created_at desc, id desc';
