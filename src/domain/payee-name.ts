import { UNSPACED_FORMS, withoutLegalForm } from './legal-forms.ts';

/** The result of comparing a given name with the registered one. */
export type NameMatch = 'match' | 'close' | 'none';

const HONORIFICS = new Set(
  'mr mrs ms miss mx dr prof professor sir rev herr frau monsieur madame mademoiselle mme mlle senor senora sr sra srta dott dottssa sig sigra signor signora'.split(
    ' ',
  ),
);
/** The words for `&` in the languages of company names. */
const AND = new Set('and und et y e i og och en'.split(' '));

/** Letters that Unicode does not decompose, with the plain letters that people type instead. */
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
/** Letters that people spell with two letters where the keyboard lacks them. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** A name in its parts: the distinctive words, and the legal forms that were cut off, sorted. */
interface NameParts {
  readonly words: readonly string[];
  readonly forms: readonly string[];
}

/**
 * Normalises a name for comparison: without accents, case, punctuation, honorifics and legal forms, `&` as
 * `and`, and one space between words. Idempotent. Empty for a name without a letter or digit.
 *
 * Only accents of European, Hebrew and Arabic scripts are removed: in other scripts the marks carry the
 * sound.
 */
export function normalisedName(name: string): string {
  return partsOf(name).words.join(' ');
}

/** The most words of a name that screening compares. Each word costs a search of the whole list. */
const MOST_WORDS = 40;

/**
 * Returns the words of a name in Latin letters that screening compares. Null for a name that it cannot
 * compare: one without a word, or with more than 40.
 */
export function screenedWords(latin: string): readonly string[] | null {
  const { words } = partsOf(latin);
  return words.length === 0 || words.length > MOST_WORDS ? null : words;
}

/**
 * Compares two payee names. The order of the arguments does not matter.
 *
 * - `match`: the names differ only in writing: accents, case, punctuation, honorifics, spelled-out umlauts, a
 *   legal form that one of them omits, or the order of words where neither names a company.
 * - `close`: one or two typing errors, missing or shortened words, another order, or another legal form.
 * - `none`: anything else.
 */
export function comparePayeeNames(one: string, other: string): NameMatch {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.words.length === 0 || b.words.length === 0)
    return one.normalize('NFKC').trim() === other.normalize('NFKC').trim() ? 'match' : 'none';
  const isSame = [a, spelledOut(one)].some((left) =>
    [b, spelledOut(other)].some((right) => sameWords(left, right)),
  );
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

/** Lower case without accents, in Unicode compatibility form (NFKD). */
function folded(name: string): string {
  // Upper case in between turns ß and ligatures into the letters that people type: `ß` becomes `ss`.
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

/** Joins initials to one word: `S.p.A.` and `J. R. R.` become one word each. */
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

/**
 * Cuts legal forms and honorifics until none is left, so that a second pass changes nothing. A name keeps at
 * least one word, and a person's name keeps two.
 */
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

/** Drops a trailing `and`: in `GmbH & Co. KG` it only joins two forms. */
function trimmed(words: readonly string[]): readonly string[] {
  return words.length > 1 && words.at(-1) === 'and' ? words.slice(0, -1) : words;
}

function isClose(a: readonly string[], b: readonly string[]): boolean {
  if (sorted(a) === sorted(b)) return true;
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  if (few.length >= 2 && isWithin(few, many)) return true;
  const longest = Math.max(a.join(' ').length, b.join(' ').length);
  // One typing error for a short name, one more per eight letters. Under four letters an error makes another
  // name.
  return longest >= 4 && editDistance(a.join(' '), b.join(' ')) <= Math.max(1, Math.floor(longest / 8));
}

/**
 * Returns true if each word of the shorter name matches its own word of the longer one, in full or as an
 * initial. At least one word must match in full.
 */
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
    take((candidate) =>
      word.length === 1 ? candidate.startsWith(word) : candidate.length === 1 && word.startsWith(candidate),
    ),
  );
}

/** The edit distance: the number of letters to add, drop, change or swap with their neighbour. */
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
