import { numberParameters } from '../../src/store/statement.ts';

test.each([
  ['select :chargeId', 'select $1', ['chargeId']],
  ['a = :one and b = :two or c = :one', 'a = $1 and b = $2 or c = $1', ['one', 'two']],
  ['select :at::timestamptz, x::text', 'select $1::timestamptz, x::text', ['at']],
  [`'capture:' || :id || ':x' || "a:b"`, `'capture:' || $1 || ':x' || "a:b"`, ['id']],
  [`'it''s :not' -- :nor\n :but`, `'it''s :not' -- :nor\n $1`, ['but']],
])('the parameters of %s are numbered, and texts, comments and casts are left alone', (sql, text, names) => {
  expect(numberParameters(sql)).toEqual({ text, names });
});
