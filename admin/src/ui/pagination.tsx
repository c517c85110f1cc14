import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats.js';
import { useTexts } from '../i18n/language.js';
import { IconButton } from './button.js';
import { uiTexts } from './texts.js';
import './pagination.css';

interface PaginationProps {
  /** Page number, from 1. */
  readonly page: number;
  /** Null if the pages were not counted. */
  readonly pages: number | null;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
}

/**
 * First, previous, next, last. Buttons without a target stay in place, disabled, so that nothing moves under
 * the pointer.
 */
export function Pagination({ page, pages, hasNext, onPage }: PaginationProps): ReactNode {
  const t = useTexts(uiTexts);
  const formats = useFormats();
  const here = formats.number(page);
  return (
    <nav className="pagination" aria-label={t.pagination}>
      <IconButton
        icon="back"
        mirrored
        size="small"
        label={t.previousPage}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="pagination-place">
        {pages === null ? t.pageNumber(here) : t.pageOf(here, formats.number(Math.max(pages, 1)))}
      </span>
      <IconButton
        icon="chevronRight"
        mirrored
        size="small"
        label={t.nextPage}
        disabled={!hasNext}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
