import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Gate } from './gate.tsx';
import { NotFound } from './parts/state.tsx';

const root = createRootRoute({ component: Gate, notFoundComponent: NotFound });
const at = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => root, path, component });

/** The filters of a list are in the address, so that a link and the back button keep them. */
const filters = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );

const routes = [
  at(
    '/',
    lazyRouteComponent(() => import('./pages/home.tsx'), 'HomePage'),
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/sales',
    validateSearch: filters,
    component: lazyRouteComponent(() => import('./pages/sales.tsx'), 'SalesPage'),
  }),
  at(
    '/sales/$saleId',
    lazyRouteComponent(() => import('./pages/sale.tsx'), 'SalePage'),
  ),
  at(
    '/returns',
    lazyRouteComponent(() => import('./pages/returns.tsx'), 'ReturnsPage'),
  ),
  at(
    '/cashback',
    lazyRouteComponent(() => import('./pages/cashback.tsx'), 'CashbackPage'),
  ),
  at(
    '/payouts',
    lazyRouteComponent(() => import('./pages/payouts.tsx'), 'PayoutsPage'),
  ),
  at(
    '/terminals',
    lazyRouteComponent(() => import('./pages/terminals.tsx'), 'TerminalsPage'),
  ),
  at(
    '/webhooks',
    lazyRouteComponent(() => import('./pages/webhooks.tsx'), 'WebhooksPage'),
  ),
  at(
    '/requests',
    lazyRouteComponent(() => import('./pages/requests.tsx'), 'RequestsPage'),
  ),
  at(
    '/team',
    lazyRouteComponent(() => import('./pages/team.tsx'), 'TeamPage'),
  ),
  at(
    '/keys',
    lazyRouteComponent(() => import('./pages/keys.tsx'), 'KeysPage'),
  ),
  at(
    '/sandbox',
    lazyRouteComponent(() => import('./pages/sandbox.tsx'), 'SandboxPage'),
  ),
  at(
    '/audit',
    lazyRouteComponent(() => import('./pages/audit.tsx'), 'AuditPage'),
  ),
  at(
    '/settings',
    lazyRouteComponent(() => import('./pages/settings.tsx'), 'SettingsPage'),
  ),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
