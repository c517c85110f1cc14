import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Pagination } from '../ui/pagination.js';
import { ErrorState, LoadingScreen } from '../ui/states.js';
import type { ListPage } from './user.js';
import './accounts.css';

interface PagedListProps<T> {
  readonly query: Pick<UseQueryResult<ListPage<T>>, 'data' | 'error' | 'refetch'>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Text with the number of entries. */
  readonly found: (count: number) => string;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
  readonly children: (docs: readonly T[]) => ReactNode;
}

/** A list of a built-in endpoint, page by page, with its loading and error states. */
export function PagedList<T>(props: PagedListProps<T>): ReactNode {
  const { query, page, onPage, found, empty, children } = props;
  const { data, error, refetch } = query;
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingScreen shape="list" />
    );
  }
  if (data.totalDocs === 0) return <section className="panel">{empty}</section>;
  return (
    <>
      {children(data.docs)}
      <div className="list-foot">
        <span>{found(data.totalDocs)}</span>
        <Pagination page={page} pages={data.totalPages} hasNext={data.hasNextPage} onPage={onPage} />
      </div>
    </>
  );
}
