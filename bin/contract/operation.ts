import type { ContractDocument, JsonMap } from './contract-document.js';

/** An operation of one document. */
export interface Operation {
  readonly document: ContractDocument;
  /** `GET /api/posts/{id}` */
  readonly title: string;
  /** `/api/posts/{id}` */
  readonly path: string;
  readonly item: JsonMap;
  readonly operation: JsonMap;
}
