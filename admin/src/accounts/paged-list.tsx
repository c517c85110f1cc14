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
  /** Says how many there are. */
  readonly found: (count: number) => string;
  /** In the place of a list that has nothing in it. */
  readonly empty: ReactNode;
  readonly children: (docs: readonly T[]) => ReactNode;
}

/** A list of the service itself, page by page; until it is there and where it cannot be, that. */
export function PagedList<T>(props: PagedListProps<T>): ReactNode {
  const { query, page, onPage, found, empty, children } = props;
  const { data, error, refetch } = query;
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingScreen />;
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
