import anyAscii from 'any-ascii';
import { jaroWinkler } from '@skyra/jaro-winkler';
import { normalisedName, screenedWords } from '../domain/payee-name.ts';
import { WordList } from './word-list.ts';

/** The least similarity of two words that count as the same. */
const LEAST_ALIKE = 0.85;
/** Names that are at least this similar when each is written as one word are the same name. */
const AS_ONE_WORD = 0.97;
/** The largest share of its score that a name loses for words that only the other name has. */
const MISSING_WORDS = 0.2;

/** An entry with several names. */
export interface NamedEntry {
  readonly names: readonly string[];
}

export interface NameHit<T> {
  readonly entry: T;
  /** From 0 to 1. */
  readonly score: number;
}

/** A search for entries by name. */
export interface NameIndex<T extends NamedEntry> {
  /**
   * Returns the entries with a name that scores at least `minScore`, best first. Returns null for a name that
   * cannot be compared: it has more than 40 words, or no Latin form.
   */
  search(name: string, minScore: number): NameHit<T>[] | null;
}

interface IndexedName<T> {
  readonly entry: T;
  readonly words: readonly string[];
  readonly letters: number;
}

/**
 * Builds an index over the names of these entries. All scripts are read as Latin letters, so a name is found
 * in any script.
 *
 * `search` returns what a comparison with every single name would return. It looks only at the words that can
 * be similar, and scores only the names that can reach the score by the letters of their similar words.
 */
export function createNameIndex<T extends NamedEntry>(entries: Iterable<T>): NameIndex<T> {
  const names: IndexedName<T>[] = [];
  const listed = new WordList();
  const joined = new WordList();
  for (const entry of entries) {
    for (const name of entry.names) {
      const words = wordsOf(name);
      if (words.length === 0) continue;
      for (const word of words) listed.add(word, names.length);
      joined.add(words.join(''), names.length);
      names.push({ entry, words, letters: letters(words) });
    }
  }
  const candidatesFor = prepareCandidates(names, { listed, joined });
  return {
    search(name, minScore) {
      const words = screenedWords(anyAscii(name));
      if (words === null) return null;
      const best = new Map<T, number>();
      for (const at of candidatesFor(words, minScore)) {
        const { entry, words: found } = names[at] as IndexedName<T>;
        const score = nameScore(words, found);
        if (score >= minScore && score > (best.get(entry) ?? 0)) best.set(entry, score);
      }
      return [...best]
        .map(([entry, score]) => ({ entry, score }))
        .toSorted((one, other) => other.score - one.score);
    },
  };
}

type Candidates = (words: readonly string[], minScore: number) => Set<number>;

/** Sums of the same terms in another order differ in their last digits. */
const ROUNDING = 1e-6;

/**
 * Prepares the function that finds the names that can reach a score. Its sums for each name are kept for the
 * next search.
 */
function prepareCandidates(
  names: readonly IndexedName<unknown>[],
  { listed, joined }: { listed: WordList; joined: WordList },
): Candidates {
  const ofQuery = new Float64Array(names.length);
  const ofName = new Float64Array(names.length);
  const countedFor = new Int32Array(names.length).fill(-1);
  const touched: number[] = [];

  function sumUp(words: readonly string[]): void {
    const bestOfWord = new Map<number, number>();
    for (const [index, word] of words.entries()) {
      // The most similar first: a name counts the best of its words.
      for (const { at, alike } of listed.similarTo(word, LEAST_ALIKE)) {
        bestOfWord.set(at, Math.max(alike, bestOfWord.get(at) ?? 0));
        for (const name of listed.namesWith(at)) {
          if (countedFor[name] === index) continue;
          if (countedFor[name] === -1) touched.push(name);
          countedFor[name] = index;
          ofQuery[name] = (ofQuery[name] as number) + word.length * alike;
        }
      }
    }
    for (const [at, alike] of bestOfWord) {
      const matched = listed.lengthOf(at) * alike;
      for (const name of listed.namesWith(at)) ofName[name] = (ofName[name] as number) + matched;
    }
  }

  return (words, minScore) => {
    sumUp(words);
    const found = new Set<number>();
    const total = letters(words);
    for (const name of touched) {
      const { words: others, letters: length } = names[name] as IndexedName<unknown>;
      const ofWords = (ofQuery[name] as number) / total;
      const ofOthers = (ofName[name] as number) / length;
      const bound =
        total <= length
          ? scoreOfShares(ofWords, ofOthers, words.length === 1 && others.length > 1)
          : scoreOfShares(ofOthers, ofWords, others.length === 1 && words.length > 1);
      if (bound >= minScore - ROUNDING) found.add(name);
      ofQuery[name] = 0;
      ofName[name] = 0;
      countedFor[name] = -1;
    }
    touched.length = 0;
    for (const { at } of joined.similarTo(words.join(''), AS_ONE_WORD))
      for (const name of joined.namesWith(at)) found.add(name);
    return found;
  };
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
  const byWords = scoreOfShares(ofShorter, ofLonger, shorter.length === 1 && longer.length > 1);
  return Math.max(byWords, inOne >= AS_ONE_WORD ? inOne : 0);
}

/** The score of the shares of letters that have a partner. It grows with each share. */
function scoreOfShares(ofShorter: number, ofLonger: number, isOneWordOfMany: boolean): number {
  return isOneWordOfMany ? ofLonger : ofShorter * (1 - MISSING_WORDS * (1 - Math.min(1, ofLonger)));
}

interface Pair {
  readonly word: string;
  readonly partner: string;
  readonly alike: number;
}

/** Pairs words with the most similar partners first. Each word has at most one partner. */
function paired(words: readonly string[], partners: readonly string[]): Pair[] {
  const all = words
    .flatMap((word, at) =>
      partners.map((partner, to) => ({ word, partner, at, to, alike: similarity(word, partner) })),
    )
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

/** The Jaro-Winkler similarity of two words, 0 to 1; 0 below `LEAST_ALIKE`. */
function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const alike = jaroWinkler(one, other);
  return alike >= LEAST_ALIKE ? alike : 0;
}

const letters = (words: readonly string[]) => sum(words.map((word) => word.length));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
