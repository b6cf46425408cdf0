import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../text.ts';

const SLOW_MS = 5000;

/** Says that the service is away or slow, and disappears when it is back. The page asks again by itself. */
export function Away() {
  const client = useQueryClient();
  const [state, setState] = useState<'here' | 'slow' | 'away'>('here');
  useEffect(() => {
    const began = new Map<string, number>();
    const look = () => {
      const asking = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
      const now = Date.now();
      const hashes = new Set(asking.map(({ queryHash }) => queryHash));
      for (const hash of began.keys()) if (!hashes.has(hash)) began.delete(hash);
      for (const hash of hashes) if (!began.has(hash)) began.set(hash, now);
      const isAway = asking.some(({ state: { fetchFailureCount: failed } }) => failed > 0);
      const isSlow = [...began.values()].some((at) => now - at > SLOW_MS);
      setState(isAway ? 'away' : isSlow ? 'slow' : 'here');
    };
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, [client]);
  return (
    <div role="status" className={state === 'here' ? 'hidden' : 'away'}>
      {state === 'away' && t('The service does not answer. The page tries again by itself; nothing is lost.')}
      {state === 'slow' && t('The service is slow. The page waits for its answer.')}
    </div>
  );
}
