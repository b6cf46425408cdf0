/**
 * Creates a gate that runs the local activities of a workflow one at a time, across all its handlers.
 *
 * Two in flight break replay: they resume in the order of completion when live, and in the order of
 * scheduling on replay. Create one gate per workflow and pass every group of local activities through it.
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
