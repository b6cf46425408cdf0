import { jaroWinkler } from '@skyra/jaro-winkler';

/** A word of the list that is similar to a queried word. */
export interface SimilarWord {
  readonly at: number;
  /** The Jaro-Winkler similarity, 0 to 1. */
  readonly alike: number;
}

/**
 * Distinct words, each with the names that it occurs in.
 *
 * `similarTo` reads every word, and must be fast with some 100,000 of them. It therefore rules most of them
 * out by their length, their first letters and the set of their letters, and measures the rest.
 */
export class WordList {
  readonly #at = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #letters: number[] = [];
  readonly #names: number[][] = [];

  /** Adds an occurrence of the word in a name. */
  add(word: string, name: number): void {
    const at = this.#at.get(word);
    if (at !== undefined) {
      this.#names[at]?.push(name);
      return;
    }
    this.#at.set(word, this.#words.length);
    this.#words.push(word);
    this.#letters.push(lettersIn(word));
    this.#names.push([name]);
  }

  /** The names with the word at this place, one for each occurrence. */
  namesWith(at: number): readonly number[] {
    return this.#names[at] ?? [];
  }

  lengthOf(at: number): number {
    return this.#words[at]?.length ?? 0;
  }

  /** All words that are at least this similar, from 0.7 to 1, the most similar first. */
  similarTo(query: string, least: number): SimilarWord[] {
    const found: SimilarWord[] = [];
    const inQuery = lettersIn(query);
    const words = this.#words;
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as string;
      const inWord = this.#letters[at] as number;
      const onlyInQuery = bitsOf(inQuery & ~inWord);
      const onlyInWord = bitsOf(inWord & ~inQuery);
      const matches = Math.min(query.length - onlyInQuery, word.length - onlyInWord);
      const jaro = (matches / query.length + matches / word.length + 1) / 3;
      if (jaro + 0.5 * (1 - jaro) < least) continue;
      if (jaro + 0.1 * commonBeginning(query, word) * (1 - jaro) < least) continue;
      const alike = query === word ? 1 : jaroWinkler(query, word);
      if (alike >= least) found.push({ at, alike });
    }
    return found.toSorted((one, other) => other.alike - one.alike);
  }
}

/**
 * One bit for each letter `a` to `z` of the word; the digits and other characters share the rest of 32 bits.
 */
function lettersIn(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at) - 97;
    bits |= 1 << (letter >= 0 && letter < 26 ? letter : 26 + (word.charCodeAt(at) % 6));
  }
  return bits;
}

/**
 * The letters that both begin with, as the measure counts them: a tenth of the rest for each, and four count
 * as five.
 */
function commonBeginning(one: string, other: string): number {
  let length = 0;
  while (length < 4 && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length === 4 ? 5 : length;
}

/** Counts the set bits. */
function bitsOf(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
