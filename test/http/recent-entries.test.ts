import { createCallLimits } from '../../src/http/pipeline/call-limits.ts';
import { RecentEntries } from '../../src/http/pipeline/recent-entries.ts';

const KEPT = 100;

test('an attacker with ever new addresses makes it hold twice its size at most', () => {
  const entries = new RecentEntries<number>(KEPT);
  let largest = 0;
  for (let nth = 0; nth < 10_000; nth++) {
    entries.set(`address ${nth}`, nth);
    largest = Math.max(largest, entries.size);
  }
  expect(largest).toBeLessThanOrEqual(2 * KEPT);
});

test('it keeps the last used entries: those that are read survive any number of new ones', () => {
  const entries = new RecentEntries<string>(KEPT);
  entries.set('in use', 'kept');
  entries.set('forgotten', 'gone');
  for (let nth = 0; nth < 1000; nth++) {
    entries.set(`new ${nth}`, '');
    expect(entries.get('in use')).toBe('kept');
  }
  expect(entries.get('forgotten')).toBeUndefined();
  for (let nth = 1000 - KEPT; nth < 1000; nth++) expect(entries.get(`new ${nth}`)).toBe('');
  entries.delete('in use');
  expect(entries.get('in use')).toBeUndefined();
});

test('a window that was forgotten is drawn again: what the database has counted stays counted', async () => {
  const drawn = new Map<string, number>();
  const limits = createCallLimits(async ({ subject, most }, wanted) => {
    const before = drawn.get(subject) ?? 0;
    const granted = Math.min(wanted, most - before);
    drawn.set(subject, before + granted);
    return { granted, left: most - before - granted, ms: 10_000 };
  });
  const count = (subject: string) => limits.count({ policy: 'address', subject, most: 2 });
  const passes = async (subject: string) => (await count(subject)).passes;
  expect([await passes('one'), await passes('one'), await passes('one')]).toEqual([true, true, false]);
  for (let nth = 0; nth < 30_000; nth++) await count(`other ${nth}`);
  expect(await passes('one')).toBe(false);
});
