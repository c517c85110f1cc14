import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { leftOut, type ReadPattern } from '../../../query/read-pattern.js';

const defaultLimit = 10;

/** A read as a client sends it, without values: `GET /api/posts?where={"status":{"equals":"…"}}`. */
export function requestText(
  slug: string,
  { kind, where, sort, page, limit, count, depth, select, draft }: ReadPattern,
  collection: CollectionDescriptor | undefined,
): string {
  const isList = kind === 'list';
  const usualCount = page === 'cursor' ? 'none' : 'exact';
  const parameters = [
    ...(where === null ? [] : [`where=${JSON.stringify(where)}`]),
    ...(isList && sort !== collection?.defaultSort ? [`sort=${sort}`] : []),
    ...(page === 'cursor'
      ? [`cursor=${leftOut}`]
      : page > 1
        ? [`page=${page / 10 + 1}${leftOut}${page}`]
        : []),
    ...(isList && limit !== defaultLimit ? [`limit=${limit}`] : []),
    ...(isList && count !== usualCount ? [`count=${count}`] : []),
    ...(depth > 0 ? [`depth=${depth}`] : []),
    ...(select === null ? [] : [`select=${select.join()}`]),
    ...(draft === null ? [] : [`draft=${draft}`]),
  ];
  const path = `/api/${slug}${isList ? '' : '/:id'}`;
  return `GET ${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}
