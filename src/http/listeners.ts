import type { Config } from '../config.ts';
import type { Route } from './route.ts';

/** An address on which the API listens, and the routes that it serves there. */
export interface Listener {
  readonly name: 'public' | 'operators';
  readonly host: string;
  readonly port: number;
  readonly routes: readonly Route[];
}

/**
 * Returns the listeners of the API. With OPERATOR_PORT, the operators' routes have one of their own, and the
 * public one answers `not found` for them. Source: contract, section 16.
 */
export function listenersOf(
  config: Pick<Config, 'API_HOST' | 'API_PORT' | 'OPERATOR_HOST' | 'OPERATOR_PORT'>,
  routes: readonly Route[],
): Listener[] {
  const { API_HOST: host, API_PORT: port, OPERATOR_HOST, OPERATOR_PORT } = config;
  if (OPERATOR_PORT === undefined) return [{ name: 'public', host, port, routes }];
  const isForOperators = ({ credential }: Route): boolean => credential === 'operator';
  return [
    { name: 'public', host, port, routes: routes.filter((route) => !isForOperators(route)) },
    { name: 'operators', host: OPERATOR_HOST, port: OPERATOR_PORT, routes: routes.filter(isForOperators) },
  ];
}
