import { createInterface } from 'node:readline';

/** The terminal of a person, or what a script has instead. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** The demo data would go into books that hold other data. Exit code 2. */
export class ConsentMissing extends Error {}

/**
 * Asks before demo data goes into books that hold other data: what is booked stays. Without a person at a
 * terminal only `--force` consents. Throws `ConsentMissing` unless there is consent.
 */
export async function requireConsent(
  apiUrl: string,
  { isForced, terminal }: { readonly isForced: boolean; readonly terminal: Terminal },
): Promise<void> {
  if (isForced) return;
  const notice = `The books of ${apiUrl} are not the demo's: three merchants with their bookings would stay in them for good. \`npm start -- --demo\` uses books that can be erased.`;
  if (terminal.input.isTTY !== true)
    throw new ConsentMissing(`${notice} Nothing was written; --force writes anyway.`);
  const person = createInterface({ ...terminal, prompt: `${notice}\nWrite into them? [y/N] ` });
  const answer = await new Promise<string>((resolve) => {
    person.once('line', resolve).once('close', () => resolve(''));
    person.prompt();
  });
  person.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new ConsentMissing('Nothing was written.');
}
