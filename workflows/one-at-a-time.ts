/**
 * Lets only one local activity of a workflow run at a time, whichever handler asks for it.
 *
 * Two in flight break replay: live they resume in the order of completion, replayed in the order of scheduling.
 * Make one gate per workflow and pass every group of local activities through it.
 */
export function oneAtATime(): <Steps extends object>(steps: Steps) => Steps {
  let tail: Promise<unknown> = Promise.resolve();
  return (steps) =>
    new Proxy(steps, {
      get: (target, name) => {
        const step = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
        return (...args: unknown[]) => {
          const result = tail.then(() => step(...args));
          tail = result.catch(() => undefined);
          return result;
        };
      },
    });
}
