import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../text.ts';
import { Button } from './form.tsx';
import { Look } from './state.tsx';

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

interface PagedProps<Row> {
  readonly queryKey: readonly unknown[];
  readonly look: (cursor: string | undefined) => Promise<Page<Row>>;
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
  /** Milliseconds between two looks. Only while the list has one page. */
  readonly everyMs?: number;
}

/** A list in pages: the newest first, older ones by a button. It looks again by itself. */
export function Paged<Row>({ queryKey, look, empty, children, everyMs = 3000 }: PagedProps<Row>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => look(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : everyMs),
  });
  return (
    <Look query={query}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        return (
          <>
            {rows.length === 0 ? empty : children(rows)}
            {query.hasNextPage && (
              <Button
                type="button"
                kind="plain"
                isBusy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('Show older ones')}
              </Button>
            )}
          </>
        );
      }}
    </Look>
  );
}
