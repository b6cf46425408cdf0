import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api.ts';
import { useOrgKey, useSession } from '../session.tsx';

/**
 * Returns a clock of the organization's time, in milliseconds. Null until it is known. Live time is real
 * time.
 */
export function useOrgTime(): (() => number) | null {
  const { env, org } = useSession();
  const key = useOrgKey();
  const clock = useQuery({
    queryKey: key('clock'),
    queryFn: async () => {
      if (env === 'live') return 0;
      const { now } = await bodyOf(api.GET('/sandbox/clock', { params: { query: { org_id: org.org_id } } }));
      return Date.parse(now) - Date.now();
    },
    refetchInterval: 10_000,
  });
  const offset = clock.data;
  return offset === undefined ? null : () => Date.now() + offset;
}
