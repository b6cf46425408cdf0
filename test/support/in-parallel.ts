/** Does this for all, so many at a time, and answers in their order. */
export async function inParallel<T, R>(
  all: readonly T[],
  width: number,
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < all.length) {
      const at = next++;
      results[at] = await work(all[at] as T);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}
