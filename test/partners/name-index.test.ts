import fc from 'fast-check';
import { createNameIndex, nameScore } from '../../src/partners/name-index.ts';

const syllable = fc.constantFrom('ka', 'ro', 'mi', 'ten', 'vor', 'du', 'ly', 'pen', 'gra');
const word = fc.array(syllable, { minLength: 2, maxLength: 4 }).map((syllables) => syllables.join(''));
const words = fc.array(word, { minLength: 1, maxLength: 4 });

/** A listed name, with a slip of the pen, in another order, or in one word. */
const nearly = (listed: readonly string[][]) =>
  fc
    .tuple(fc.constantFrom(...listed), fc.nat(20), fc.constantFrom('kept', 'cut', 'reversed', 'joined'))
    .map(([name, at, slip]) => {
      if (slip === 'joined') return [name.join('')];
      if (slip === 'reversed') return name.toReversed();
      const text = name.join(' ');
      return (slip === 'cut' ? text.slice(0, at) + text.slice(at + 1) : text)
        .split(' ')
        .filter((one) => one !== '');
    });

const searches = fc.array(words, { minLength: 1, maxLength: 40 }).chain((listed) =>
  fc.record({
    listed: fc.constant(listed),
    query: fc.oneof(words, nearly(listed)),
    minScore: fc.constantFrom(0.7, 0.88, 0.97),
  }),
);

test('a search finds what comparing the name with every listed name finds', () => {
  fc.assert(
    fc.property(searches, ({ listed, query, minScore }) => {
      fc.pre(query.length > 0);
      const entries = listed.map((name) => ({ names: [name.join(' ')] }));
      const expected = listed.flatMap((name, at) => {
        const score = nameScore(query, name);
        return score >= minScore && score > 0 ? [{ entry: entries[at], score }] : [];
      });
      const found = createNameIndex(entries).search(query.join(' '), minScore) ?? [];
      expect(new Set(found)).toEqual(new Set(expected));
    }),
    { numRuns: 2000 },
  );
});

test('a search answers the best score first', () => {
  const index = createNameIndex([
    { names: ['Karo Mitensal'] },
    { names: ['Karo Mitensall', 'Karo Mitensalx'] },
  ]);
  const found = index.search('Karo Mitensall', 0.8) ?? [];
  expect(found.map(({ score }) => score)).toEqual(
    found.map(({ score }) => score).toSorted((one, other) => other - one),
  );
  expect(found).toHaveLength(2);
  expect(found[0]?.score).toBe(1);
});
