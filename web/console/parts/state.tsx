import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isPassing, Refusal } from '../api.ts';
import { t, words } from '../text.ts';

export function Loading() {
  return (
    <p className="loading" role="status">
      {t('Loading…')}
    </p>
  );
}

export function NotFound() {
  return (
    <>
      <h1>{t('There is no such page')}</h1>
      <p>
        <Link to="/">{t('Go to Home')}</Link>
      </p>
    </>
  );
}

/** Says what went wrong and what to do, by the table of reasons that the documentation is made from. */
export function Failure({ error }: { readonly error: unknown }) {
  const isRefusal = error instanceof Refusal && !isPassing(error);
  const reasons = useQuery({
    queryKey: ['reasons'],
    queryFn: async () => (await import('../reasons.ts')).REASONS,
    enabled: isRefusal,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error === null || error === undefined) return null;
  if (!isRefusal)
    return <p role="alert">{t('The service did not answer. Nothing was lost: try again in a moment.')}</p>;
  const known = reasons.data?.find(({ reason }) => reason === error.message);
  const more = [error.detail, known?.meaning ?? hintOf(error)].filter((text) => text !== null && text !== '');
  return (
    <p role="alert">
      <strong>{error.message}</strong>
      {more.map((text) => (
        <span key={text}> {text?.replaceAll('`', '')}</span>
      ))}
    </p>
  );
}

function hintOf({ body }: Refusal): string | null {
  return typeof body['hint'] === 'string' ? body['hint'] : null;
}

/** An empty list says what to do next. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className="empty">{children}</div>;
}

const TONES: Readonly<Record<string, string>> = {
  CAPTURED: 'good',
  DELIVERED: 'good',
  SETTLED: 'good',
  ACTIVE: 'good',
  APPROVED: 'good',
  AUTHORIZED: 'open',
  PENDING: 'open',
  HELD: 'open',
  FAILED: 'bad',
  RETURNED: 'bad',
  REJECTED: 'bad',
  REVOKED: 'bad',
};

export function Status({ status }: { readonly status: string }) {
  return <span className={`status ${TONES[status] ?? 'over'}`}>{words(status)}</span>;
}

interface LookProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: unknown };
  readonly children: (data: T) => ReactNode;
}

/** Shows what a query found; before that its progress or its failure. */
export function Look<T>({ query, children }: LookProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return query.error === null ? <Loading /> : <Failure error={query.error} />;
}
