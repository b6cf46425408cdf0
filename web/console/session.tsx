import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { api, bodyOf, shownEnvironment } from './api.ts';
import type { Environment, Org } from './api.ts';
import { CAPABILITIES } from './facts.ts';

export interface Session {
  readonly userId: string;
  readonly email: string;
  readonly env: Environment;
  readonly orgs: readonly Org[];
  /** The organization that the page shows. */
  readonly org: Org;
  choose(orgId: string): void;
  /** True if the member's role has the capability. The API decides again. */
  may(capability: keyof typeof CAPABILITIES): boolean;
}

const SessionContext = createContext<Session | null>(null);
const CHOSEN = 'console.org';

/** Returns who is signed in, the organization and the environment. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('no session here');
  return session;
}

export function useEnvironment(): Environment | null {
  return useSyncExternalStore(shownEnvironment.subscribe, shownEnvironment.get);
}

/**
 * Returns a function that makes the address of a file of the organization. The address names the environment
 * that the page shows. The door refuses the download if another tab has switched the session since.
 */
export function useFileUrl(): (path: string, query: Readonly<Record<string, string>>) => string {
  const { org, env } = useSession();
  return (path, query) =>
    `/console/api/orgs/${org.org_id}${path}?${new URLSearchParams({ ...query, session_env: env })}`;
}

/** Asks who is signed in. An error with status 401 means nobody. */
export function useMe() {
  return useQuery({ queryKey: ['me'], queryFn: () => bodyOf(api.GET('/me')), staleTime: 60_000 });
}

export function useOrgs(isSignedIn: boolean) {
  return useQuery({
    queryKey: ['orgs'],
    queryFn: async () => (await bodyOf(api.GET('/orgs', { params: { query: { limit: 200 } } }))).orgs,
    enabled: isSignedIn,
    staleTime: 60_000,
  });
}

interface Given {
  readonly me: { readonly user_id: string; readonly email: string };
  readonly orgs: readonly [Org, ...Org[]];
  readonly env: Environment;
  readonly children: ReactNode;
}

/**
 * Gives the session to the pages below. Whatever they show is asked for again when the environment changes.
 */
export function SessionProvider({ me, orgs, env, children }: Given) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(() => localStorage.getItem(CHOSEN));
  const org = orgs.find(({ org_id: id }) => id === chosen) ?? orgs[0];
  useEffect(() => {
    client.removeQueries({ queryKey: ['env', env === 'live' ? 'sandbox' : 'live'] });
  }, [client, env]);
  const session: Session = {
    userId: me.user_id,
    email: me.email,
    env,
    orgs,
    org,
    choose(orgId) {
      localStorage.setItem(CHOSEN, orgId);
      setChosen(orgId);
    },
    may: (capability) => (CAPABILITIES[capability] as readonly string[]).includes(org.role),
  };
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The key of a query about the organization in the environment that the page shows. */
export function useOrgKey(): (...rest: readonly unknown[]) => readonly unknown[] {
  const { env, org } = useSession();
  return (...rest) => ['env', env, org.org_id, ...rest];
}
