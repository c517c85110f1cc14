import { useEffect, useLayoutEffect, useRef } from 'react';
import { isBack, keepOrigin, keepScroll, type ListOrigin, readScroll } from '../../documents/list-origin.js';

/**
 * Remembers the list for the documents that are opened from it, and shows it as it was to a user who comes
 * back.
 *
 * @param origin - null until its documents are known.
 */
export function useListPlace(slug: string, search: string, origin: ListOrigin | null): void {
  useEffect(() => {
    if (origin !== null) keepOrigin(slug, origin);
  });
  useLayoutEffect(() => {
    const remember = (): void =>
      keepScroll(slug, search, { page: window.scrollY, table: tableFrame()?.scrollTop ?? 0 });
    document.addEventListener('scroll', remember, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', remember, { capture: true });
  }, [slug, search]);
  const isShown = origin !== null;
  const wanted = useRef(isBack() ? readScroll(slug, search) : undefined);
  useEffect(() => {
    if (!isShown || wanted.current === undefined) return;
    const { page, table } = wanted.current;
    wanted.current = undefined;
    window.scrollTo(0, page);
    tableFrame()?.scrollTo(0, table);
  }, [isShown]);
}

function tableFrame(): Element | null {
  return document.querySelector('.list-page .table-frame');
}
