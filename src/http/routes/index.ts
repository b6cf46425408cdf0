import type { Route } from '../route.ts';
import { healthRoutes } from './health.ts';

/** Every route of the service. What is not in this list does not exist. */
export const ROUTES: readonly Route[] = [...healthRoutes];
