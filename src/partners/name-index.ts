import anyAscii from 'any-ascii';
import { jaroWinkler } from '@skyra/jaro-winkler';
import { normalisedName } from '../domain/payee-name.ts';

/** The least similarity of two words that count as the same. */
const LEAST_ALIKE = 0.85;
/** The largest deduction from a score for words that only one name has. */
const MISSING_WORDS = 0.2;

/** An entry with several names. */
export interface Named {
  readonly names: readonly string[];
}

export interface Found<T> {
  readonly entry: T;
  /** From 0 to 1. */
  readonly score: number;
}

/** An index of entries by the words of their names. */
export interface NameIndex<T extends Named> {
  /** Finds the entries with a name that scores at least `minScore`, best first. */
  search(name: string, minScore: number): Found<T>[];
}

interface IndexedName<T> {
  readonly entry: T;
  readonly words: readonly string[];
}

/**
 * Builds an index of the entries' names. All scripts are transliterated to Latin letters, so a name is found
 * in any script. The result equals a comparison with every single name: a name without a similar word scores
 * 0.
 */
export function createNameIndex<T extends Named>(entries: Iterable<T>): NameIndex<T> {
  const byWord = new Map<string, Set<IndexedName<T>>>();
  for (const entry of entries) {
    for (const name of entry.names) {
      const indexed = { entry, words: wordsOf(name) };
      // A name is also found when it is written as one word: `Al Rashid` and `Alrashid`.
      for (const word of new Set([...indexed.words, indexed.words.join('')])) {
        if (word === '') continue;
        const held = byWord.get(word);
        if (held === undefined) byWord.set(word, new Set([indexed]));
        else held.add(indexed);
      }
    }
  }
  return {
    search(name, minScore) {
      const words = wordsOf(name);
      const best = new Map<T, number>();
      for (const { entry, words: listed } of candidates(byWord, words)) {
        const score = nameScore(words, listed);
        if (score >= minScore && score > (best.get(entry) ?? 0)) best.set(entry, score);
      }
      return [...best].map(([entry, score]) => ({ entry, score })).toSorted((one, other) => other.score - one.score);
    },
  };
}

function candidates<T>(byWord: ReadonlyMap<string, ReadonlySet<IndexedName<T>>>, words: readonly string[]): Set<IndexedName<T>> {
  const wanted = [...new Set([...words, words.join('')])].filter((word) => word !== '');
  const found = new Set<IndexedName<T>>();
  for (const [word, names] of byWord) {
    if (wanted.some((one) => similarity(one, word) > 0)) for (const name of names) found.add(name);
  }
  return found;
}

/** The words of a name in Latin letters. */
function wordsOf(name: string): string[] {
  const latin = normalisedName(anyAscii(name));
  return latin === '' ? [] : latin.split(' ');
}

/**
 * The similarity of two names, 0 to 1, in any order of words.
 *
 * Each word of the shorter name is paired with the most similar word of the longer one. Long words weigh
 * more. Words that only the longer name has cost up to a fifth. A single word scores at most its share of a
 * longer name: otherwise `Ali` alone would match every name with `Ali` in it.
 */
export function nameScore(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const [shorter, longer] = letters(one) <= letters(other) ? [one, other] : [other, one];
  const inOne = similarity(one.join(''), other.join(''));
  const pairs = paired(shorter, longer);
  const ofShorter = sum(pairs.map(({ word, alike }) => word.length * alike)) / letters(shorter);
  const ofLonger = sum(pairs.map(({ partner, alike }) => partner.length * alike)) / letters(longer);
  const byWords = shorter.length === 1 && longer.length > 1 ? ofLonger : ofShorter * (1 - MISSING_WORDS * (1 - Math.min(1, ofLonger)));
  return Math.max(byWords, inOne >= 0.97 ? inOne : 0);
}

interface Pair {
  readonly word: string;
  readonly partner: string;
  readonly alike: number;
}

/** Pairs words with the most similar partners first. Each word has at most one partner. */
function paired(words: readonly string[], partners: readonly string[]): Pair[] {
  const all = words
    .flatMap((word, at) => partners.map((partner, to) => ({ word, partner, at, to, alike: similarity(word, partner) })))
    .filter(({ alike }) => alike > 0)
    .toSorted((one, other) => other.alike - one.alike);
  const taken = { at: new Set<number>(), to: new Set<number>() };
  return all.filter(({ at, to }) => {
    if (taken.at.has(at) || taken.to.has(to)) return false;
    taken.at.add(at);
    taken.to.add(to);
    return true;
  });
}

/** The similarity of two words: 0 below `LEAST_ALIKE`. */
function similarity(one: string, other: string): number {
  if (one === other) return 1;
  // Words of such different lengths cannot reach the least similarity. Their lengths bound Jaro's measure,
  // and a common beginning adds at most two fifths of the rest.
  const [short, long] = one.length < other.length ? [one.length, other.length] : [other.length, one.length];
  const bound = (2 + short / long) / 3;
  if (bound + 0.4 * (1 - bound) < LEAST_ALIKE) return 0;
  const alike = jaroWinkler(one, other);
  return alike >= LEAST_ALIKE ? alike : 0;
}

const letters = (words: readonly string[]) => sum(words.map((word) => word.length));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
