import { UNSPACED_FORMS, withoutLegalForm } from './legal-forms.ts';

/** How a name that was given compares with the registered one. */
export type NameMatch = 'match' | 'close' | 'none';

const HONORIFICS = new Set(
  'mr mrs ms miss mx dr prof professor sir rev herr frau monsieur madame mademoiselle mme mlle senor senora sr sra srta dott dottssa sig sigra signor signora'.split(
    ' ',
  ),
);
/** What `&` reads as in the languages that firms are named in. */
const AND = new Set('and und et y e i og och en'.split(' '));

/** Letters that Unicode takes for letters of their own, and people for an accented one. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
};
/** How the same are spelled out where a keyboard lacks them. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** A name in its parts: the words that tell it apart, and the legal forms that were cut off, sorted. */
interface NameParts {
  readonly words: readonly string[];
  readonly forms: readonly string[];
}

/**
 * A name as it is compared: without accents, case, punctuation, honorifics and legal forms, `&` as `and`, one space
 * between words. Only accents of European, Hebrew and Arabic writing go: elsewhere the marks are what is said. Empty
 * for a name without a letter or digit. Doing it twice changes nothing.
 */
export function normalisedName(name: string): string {
  return partsOf(name).words.join(' ');
}

/**
 * Whether two names are the same payee's.
 *
 * `match`: the same but for writing: accents, case, punctuation, honorifics, spelled-out umlauts, a legal form that one of
 * them leaves out, and the order of words where neither names a company. `close`: a slip of the pen or two, missing or
 * shortened words, another order, another legal form. Which name is which makes no difference.
 */
export function comparePayeeNames(one: string, other: string): NameMatch {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.words.length === 0 || b.words.length === 0)
    return one.normalize('NFKC').trim() === other.normalize('NFKC').trim() ? 'match' : 'none';
  const isSame = [a, spelledOut(one)].some((left) => [b, spelledOut(other)].some((right) => sameWords(left, right)));
  const isSameForm = a.forms.length === 0 || b.forms.length === 0 || a.forms.join() === b.forms.join();
  if (isSame) return isSameForm ? 'match' : 'close';
  return isClose(a.words, b.words) ? 'close' : 'none';
}

function sameWords(a: NameParts, b: NameParts): boolean {
  if (a.words.join('') === b.words.join('')) return true;
  const isCompany = a.forms.length > 0 || b.forms.length > 0;
  return !isCompany && sorted(a.words) === sorted(b.words);
}

const sorted = (words: readonly string[]) => words.toSorted().join(' ');

function partsOf(name: string): NameParts {
  return stripped(wordsOf(folded(name)));
}

function spelledOut(name: string): NameParts {
  const text = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüøå]/gu, (letter) => SPELLED_OUT[letter] ?? letter);
  return stripped(wordsOf(folded(text)));
}

/** Small letters without accents, in compatibility spelling. */
function folded(name: string): string {
  // Capitals in between: what has no small form of its own (ß, ligatures) gets the one that everybody writes.
  const small = name.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().normalize('NFKD');
  return small
    .replaceAll(/[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/gu, '')
    .replaceAll(/[øłđðþæœıħŧς]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

function wordsOf(text: string): string[] {
  const spaced = text
    .replaceAll(/['’ʼ`´]/gu, '')
    .replaceAll(/[&+]/gu, ' and ')
    .replaceAll(UNSPACED_FORMS, ' $& ');
  const words = spaced.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  return initialsJoined(words).map((word) => (AND.has(word) ? 'and' : word));
}

/** `S.p.A.` and `J. R. R.` as one word each. */
function initialsJoined(words: readonly string[]): string[] {
  const joined: string[] = [];
  let inInitials = false;
  for (const word of words) {
    const isInitial = [...word].length === 1;
    if (isInitial && inInitials) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
    inInitials = isInitial;
  }
  return joined;
}

/** Until nothing more comes off, so that what was normalised stays as it is. A name keeps a word, and a person's keeps two. */
function stripped(all: readonly string[]): NameParts {
  let words = all;
  const forms: string[] = [];
  for (;;) {
    const cut = withoutLegalForm(words);
    if (cut !== null) {
      forms.push(cut.form);
      words = trimmed(cut.rest);
    } else if (words.length > 2 && HONORIFICS.has(words[0] ?? '')) {
      words = words.slice(1);
    } else {
      return { words, forms: forms.toSorted() };
    }
  }
}

/** `GmbH & Co. KG`: what joined two forms is no part of the name. */
function trimmed(words: readonly string[]): readonly string[] {
  return words.length > 1 && words.at(-1) === 'and' ? words.slice(0, -1) : words;
}

function isClose(a: readonly string[], b: readonly string[]): boolean {
  if (sorted(a) === sorted(b)) return true;
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  if (few.length >= 2 && isWithin(few, many)) return true;
  const longest = Math.max(a.join(' ').length, b.join(' ').length);
  // One slip for a short name, one more for every eight letters; under four letters a slip is another name.
  return longest >= 4 && editDistance(a.join(' '), b.join(' ')) <= Math.max(1, Math.floor(longest / 8));
}

/** Whether every word of the shorter name has a word of its own in the longer one, itself or as its initial. At least one is whole. */
function isWithin(few: readonly string[], many: readonly string[]): boolean {
  const left = [...many];
  const take = (fits: (word: string) => boolean) => {
    const at = left.findIndex(fits);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const unmatched = few.filter((word) => !take((candidate) => candidate === word));
  if (unmatched.length === few.length) return false;
  return unmatched.every((word) =>
    take((candidate) => (word.length === 1 ? candidate.startsWith(word) : candidate.length === 1 && word.startsWith(candidate))),
  );
}

/** How many letters to add, drop, change or swap with their neighbour to get from one text to the other. */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, otherLetter] of b.entries()) {
      const cost = letter === otherLetter ? 0 : 1;
      let least = Math.min((last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, (last[j] ?? 0) + cost);
      const isSwap = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === otherLetter;
      if (isSwap) least = Math.min(least, (beforeLast[j - 1] ?? 0) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
