/**
 * A read request after parsing: typed, checked against the descriptors, without SQL. Created by
 * `query/parse`, used by `query/compile` and by the documents. Immutable.
 */
import type {
  ArrayField,
  BlocksField,
  CollectionDescriptor,
  DocumentDescriptor,
  FieldDescriptor,
  RelationshipField,
} from '../codegen/descriptors.js';
import type { Operator } from '../codegen/operators.js';
import type { SearchDescriptor } from '../codegen/searched-fields.js';
import type { Operand, StoredValue } from '../fields/operand.js';
import type { SearchQuery } from './search/search-query.js';
import type { Parameter } from './sql/parameter.js';

export interface ListPlan {
  readonly collection: CollectionDescriptor;
  readonly where: WhereNode | null;
  /** Never empty; the last term is always `id`. */
  readonly sort: readonly SortTerm[];
  readonly paging: PagePaging | CursorPaging;
  readonly count: 'exact' | 'estimated' | 'none';
  readonly shape: ReadShape;
  /** Only documents that nothing refers to, as far as the requester may see it. */
  readonly isUnused?: boolean;
  /** How a search shows its documents; it is also a condition of `where`. */
  readonly search?: ListSearch;
  /** The merged view: these rows replace published ones. Unset: only published rows are read. */
  readonly drafts?: DraftRows;
  /** The documents show `_pending`: the view is the merged one. */
  readonly isMerged?: boolean;
}

/** A list that is searched. */
export interface ListSearch {
  readonly node: SearchNode;
  /** Documents come in the order of their scores: the first term of `sort` is the score. */
  readonly isRanked: boolean;
  /** Documents have `_highlights`. */
  readonly isHighlighted: boolean;
}

/** The rows of pending drafts that a list reads in addition to the published ones. */
export interface DraftRows {
  /** The descriptor with the tables of pending drafts. */
  readonly collection: CollectionDescriptor;
  /** The filter of the list, for pending rows. */
  readonly where: WhereNode | null;
}

export interface PagePaging {
  readonly kind: 'page';
  readonly page: number;
  readonly limit: number;
}

export interface CursorPaging {
  readonly kind: 'cursor';
  readonly limit: number;
  /**
   * Sort values of the last document of the previous page, in the order of `sort`; null on the first page.
   */
  readonly after: readonly (StoredValue | null)[] | null;
  /** Binds a cursor to the sort and filter it was created with. */
  readonly fingerprint: string;
}

/** What a read returns: the depth of populated relations, the selected fields, and the view. */
export interface ReadShape {
  readonly depth: number;
  /** Null: every field. */
  readonly select: SelectNode | null;
  /** The parameter `draft`; null if it was not given. */
  readonly draft: boolean | null;
  /** A preview: it shows the draft of one document, and of those that it refers to what is published. */
  readonly isPreview?: true;
}

export interface ReadPlan {
  readonly document: DocumentDescriptor;
  readonly shape: ReadShape;
}

/**
 * The selected fields by name. A value of `null` selects the whole field, a node selects a part of the group,
 * row or populated relation. In addition a document keeps its `id`, a row its `id`, and a block its
 * `blockType`.
 */
export interface SelectNode {
  readonly fields: ReadonlyMap<string, SelectNode | null>;
}

export interface SortTerm {
  readonly path: string;
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  /** Whether the column can be null; nulls come last in both directions. */
  readonly nullable: boolean;
  readonly type: 'text' | 'number';
}

export type WhereNode =
  | AndNode
  | OrNode
  | ConditionNode
  | StatusNode
  | RelatedNode
  | RowsNode
  | NoPendingDraftNode
  | UnreferencedNode
  | SearchNode;

/** All nodes hold; true if there are none. */
export interface AndNode {
  readonly kind: 'and';
  readonly nodes: readonly WhereNode[];
}

export interface OrNode {
  readonly kind: 'or';
  readonly nodes: readonly WhereNode[];
}

/** The document meets a search. Only in the filter of a list, since it is about rows of the collection. */
export interface SearchNode {
  readonly kind: 'search';
  /** Of the collection, or of its pending drafts. */
  readonly search: SearchDescriptor;
  readonly rows: RowKind;
  readonly query: SearchQuery;
  /** The text, for the fingerprint of a cursor. */
  readonly text: string;
  /** Indexes of the fields that the requester may read. */
  readonly readable: readonly number[];
}

/** A published document without a pending draft: no row in the table of pending documents replaces it. */
export interface NoPendingDraftNode {
  readonly kind: 'no-pending-draft';
  readonly pending: string;
}

/** No row of these tables refers to the document. Not a part of requested filters. */
export interface UnreferencedNode {
  readonly kind: 'unreferenced';
  readonly by: readonly ReferringRows[];
}

/** Rows that may refer to documents. */
export interface ReferringRows {
  readonly table: string;
  /** The column with the id of the document that is referred to. */
  readonly target: string;
  /** Further conditions on the rows, whose alias is {@link referringAlias}: ` AND …`, or empty. */
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

export const referringAlias = 'u0';

/** Tests of one value, all of which hold. */
export interface ConditionNode {
  readonly kind: 'condition';
  readonly target: Target;
  readonly tests: readonly TestNode[];
}

/** Tests of `_status` or `_pending`, evaluated in advance: the rest depends on the row that is read. */
export interface StatusNode {
  readonly kind: 'status';
  readonly target: Target;
  readonly rows: RowKind;
  /** Whether published documents without pending changes meet the tests. */
  readonly published: boolean;
  /** Whether published documents with pending changes meet them. */
  readonly changed: boolean;
  /** Whether documents without a published state meet them. */
  readonly draft: boolean;
  readonly holdsOnEmpty: boolean;
}

/**
 * Where a document is stored: in the table of published documents, in that of pending drafts, or as JSON
 * among its versions.
 */
export type RowKind = 'published' | 'pending' | 'version';

/**
 * Some related document meets the node of its collection. If there is no related document (the relation is
 * empty, or its target was deleted), the condition holds if it holds for a document whose fields are all
 * empty.
 */
export interface RelatedNode {
  readonly kind: 'related';
  readonly target: Target & { readonly field: RelationshipField };
  readonly branches: readonly RelatedBranch[];
  readonly holdsOnEmpty: boolean;
}

export interface RelatedBranch {
  readonly collection: CollectionDescriptor;
  /** Null: the collection has no such field, so its documents count as empty. */
  readonly node: WhereNode | null;
  /**
   * Related documents that do not meet it count as absent: the requester may not read them. Unset: all are
   * readable.
   */
  readonly visible?: WhereNode;
}

/**
 * Some row of an `array` or `blocks` field meets the node of its block. For no rows, see {@link RelatedNode}.
 */
export interface RowsNode {
  readonly kind: 'rows';
  readonly target: Target & { readonly field: ArrayField | BlocksField };
  readonly branches: readonly RowsBranch[];
  readonly holdsOnEmpty: boolean;
}

export interface RowsBranch {
  /** The blocks of this branch; null: every row. */
  readonly blocks: readonly string[] | null;
  /** Null: these blocks have no such field, so their rows count as empty. */
  readonly node: WhereNode | null;
}

/**
 * A field, and the position of its value relative to the current document or row. Built-in fields have
 * descriptors like others.
 */
export interface Target {
  /** Equal in two filters only if both use the same path. Part of the cache key of compiled statements. */
  readonly id: number;
  readonly field: FieldDescriptor;
  /** Keys from the object of the current row; null in a document, whose columns the field names. */
  readonly keys: readonly string[] | null;
}

/** An operator that fits the field, with its checked operand. The operand `null` is converted to `exists`. */
export interface TestNode {
  readonly operator: Operator;
  readonly operand: Operand;
}
