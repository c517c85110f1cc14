/** The documents that an action for many is for. */

import { useState } from 'react';
import type { Document } from '../../../api/documents.js';
import type { Selection } from '../selection.js';
import { type BulkItem, type BulkTargets, bulkItem, type Matching } from './bulk-run.js';

/** The selected documents, or all that match where all are selected. */
export function targetsOf(
  selection: Selection,
  matching: Matching,
  seen: ReadonlyMap<string, BulkItem>,
): BulkTargets {
  if (selection.isAllMatching) return { matching };
  return { items: [...selection.ids].map((id) => seen.get(id) ?? { id, title: '', revision: 0 }) };
}

/** All documents listed so far, since the selection may include documents of other pages. */
export function useSeen(docs: readonly Document[], useAsTitle: string): ReadonlyMap<string, BulkItem> {
  const [seen] = useState(() => new Map<string, BulkItem>());
  for (const document of docs) seen.set(document.id, bulkItem(document, useAsTitle));
  return seen;
}
