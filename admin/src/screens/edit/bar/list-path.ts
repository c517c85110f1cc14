import { paths } from '../../../app/paths.js';
import { readOrigin } from '../../../documents/list-origin.js';

/** The list of a collection as it was shown last in this tab: its filter, order and page. */
export function listPath(slug: string): string {
  const search = readOrigin(slug)?.search ?? '';
  return search === '' ? paths.collection(slug) : `${paths.collection(slug)}?${search}`;
}
