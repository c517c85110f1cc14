import { type ReactNode, useId } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Select } from '../../ui/inputs.js';
import { Pagination } from '../../ui/pagination.js';
import { Skeleton } from '../../ui/states.js';
import type { ListCount } from './list-data.js';
import { type ListState, pageSizes } from './list-state.js';
import { listTexts } from './texts.js';

interface ListFooterProps {
  readonly state: ListState;
  readonly count: ListCount | undefined;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
  readonly onLimit: (limit: number) => void;
}

/** The number of documents, and the pagination. */
export function ListFooter({ state, count, hasNext, onPage, onLimit }: ListFooterProps): ReactNode {
  const t = useTexts(listTexts);
  const id = useId();
  const pages = count?.isExact ? Math.ceil(count.count / state.limit) : null;
  return (
    <footer className="list-footer">
      <span className="list-count">
        {count === undefined ? (
          <Skeleton width="6rem" />
        ) : count.isExact ? (
          t.count(count.count)
        ) : (
          t.countAbout(count.count)
        )}
      </span>
      <span className="list-space" />
      <label className="list-limit" htmlFor={id}>
        <span>{t.rowsPerPage}</span>
        <Select id={id} isSmall value={state.limit} onChange={({ target }) => onLimit(Number(target.value))}>
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Select>
      </label>
      <Pagination page={state.page} pages={pages} hasNext={hasNext} onPage={onPage} />
    </footer>
  );
}
