import type { IrField } from '../../ir/ir.js';

/**
 * How a document is read: `ids` (depth 0), `documents` (depth 1 and more: relations are documents or null,
 * joins are included), `either` (at any depth), or `selected` (at any depth, and any field may be left out).
 */
export type Relations = 'ids' | 'documents' | 'either' | 'selected';

export interface OutputShape {
  readonly relations: Relations;
  /** The document may be a global before its first write: what is required may still be empty. */
  readonly unwritten: boolean;
  /** The document may be a draft: what is required may still be empty, in rows too. */
  readonly draft: boolean;
  /** Whether not even a draft lacks a required field. */
  readonly isFilled?: (field: IrField) => boolean;
}
