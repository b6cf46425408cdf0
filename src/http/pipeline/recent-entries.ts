/**
 * A map that keeps the entries that were used last: at least `most` of them, and never more than twice as
 * many. Every operation costs the same at any size. It holds two generations. When the young one is full, it
 * becomes the old one, and the old one is dropped; a read moves an entry to the young one.
 */
export class RecentEntries<V> {
  readonly #most: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: V): void {
    this.#old.delete(key);
    if (this.#young.size >= this.#most && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
