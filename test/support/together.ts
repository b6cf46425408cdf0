const AT_ONCE = 8;

/** Sends so many messages, eight at a time. */
export async function together(count: number, send: () => Promise<unknown>): Promise<void> {
  let sent = 0;
  const some = async (): Promise<void> => {
    while (sent++ < count) await send();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
}
