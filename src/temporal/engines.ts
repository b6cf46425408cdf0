import { ENVIRONMENTS } from '../domain/environment.ts';
import type { Environment } from '../domain/environment.ts';

/** The settings of the namespaces. */
export interface NamespaceSettings {
  readonly TEMPORAL_NAMESPACE: string;
  readonly TEMPORAL_LIVE_NAMESPACE?: string | undefined;
}

/**
 * A namespace of Temporal, and the environments whose workflows run in it. The engine of live also runs the
 * workflows that belong to no environment: sign-in mails, verification cases, deposits, notices.
 */
export interface Engine {
  readonly namespace: string;
  readonly environments: readonly Environment[];
}

/** The namespace of an environment's workflows. `null` stands for what belongs to no environment. */
export function namespaceOf(
  { TEMPORAL_NAMESPACE, TEMPORAL_LIVE_NAMESPACE = TEMPORAL_NAMESPACE }: NamespaceSettings,
  env: Environment | null,
): string {
  return env === 'sandbox' ? TEMPORAL_NAMESPACE : TEMPORAL_LIVE_NAMESPACE;
}

/** The engines of an installation: one for each environment, or one for both. */
export function enginesOf(settings: NamespaceSettings): readonly Engine[] {
  const [sandbox, live] = [namespaceOf(settings, 'sandbox'), namespaceOf(settings, 'live')];
  if (sandbox === live) return [{ namespace: live, environments: ENVIRONMENTS }];
  return [
    { namespace: sandbox, environments: ['sandbox'] },
    { namespace: live, environments: ['live'] },
  ];
}

/** True for the engine that runs what belongs to no environment. */
export const servesLive = ({ environments }: Pick<Engine, 'environments'>): boolean =>
  environments.includes('live');
