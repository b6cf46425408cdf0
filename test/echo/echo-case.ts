import type { AnswerOf, InputOf, StepName } from './steps.ts';
import type { World } from './world.ts';

/** Rows and partners that are ready for a step, and the expectations of its runs. */
export interface Scene<Name extends StepName> {
  readonly input: InputOf<Name>;
  /** Part of the first answer: it shows that the case is what its title says. */
  readonly answers?: unknown;
  /** Happens between the first run and the second. */
  readonly meanwhile?: () => Promise<unknown>;
  /** The part of the answer that every run repeats, where it is not the whole. Each use says why. */
  readonly repeats?: (answer: AnswerOf<Name>) => unknown;
  /** The point within the step at which the first run dies, before it has an answer. */
  readonly diesAt?: string;
  /** No run changes a row. */
  readonly changesNothing?: true;
  /** Runs after all runs of the step: counts the requests that reached others. */
  readonly afterwards?: () => Promise<void> | void;
}

/** A step that runs several times with one input. */
export interface EchoCase {
  readonly step: StepName;
  /** A phrase that follows the name of the step. */
  readonly title: string;
  arrange(world: World): Promise<Scene<never>>;
}

/** A case of this step. */
export function echo<Name extends StepName>(
  step: Name,
  title: string,
  arrange: (world: World) => Promise<Scene<Name>>,
): EchoCase {
  return { step, title, arrange: arrange as unknown as EchoCase['arrange'] };
}
