/**
 * A read request, parsed: typed, checked against the descriptors, free of SQL. Built by `query/parse`, consumed by
 * `query/compile` and by the documents. Never changed once built.
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
import type { Operand, StoredValue } from '../fields/operand.js';

export interface ListPlan {
  readonly collection: CollectionDescriptor;
  readonly where: WhereNode | null;
  /** Never empty; the last term is always `id`. */
  readonly sort: readonly SortTerm[];
  readonly paging: PagePaging | CursorPaging;
  readonly count: 'exact' | 'estimated' | 'none';
  readonly shape: ReadShape;
  /** The merged view: these rows stand in the place of published ones. Unset: the published rows alone are read. */
  readonly drafts?: DraftRows;
}

/** The rows of pending drafts that a list reads beside the published ones. */
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
  /** Sort values of the last document of the page before, in the order of `sort`; null on the first page. */
  readonly after: readonly (StoredValue | null)[] | null;
  /** Ties a cursor to the sort and filter it was made with. */
  readonly fingerprint: string;
}

/** What a read shows: how deep relations are populated, which fields are left, and which view is read. */
export interface ReadShape {
  readonly depth: number;
  /** Null: every field. */
  readonly select: SelectNode | null;
  /** The parameter `draft`; null where it was not given. */
  readonly draft: boolean | null;
}

export interface ReadPlan {
  readonly document: DocumentDescriptor;
  readonly shape: ReadShape;
}

/**
 * The selected fields by name; a value of `null` selects the field whole, a node the part of a group, row or populated
 * relation. Beside them a document keeps its `id`, a row its `id` and a block its `blockType`.
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

export type WhereNode = AndNode | OrNode | ConditionNode | StatusNode | RelatedNode | RowsNode | SettledNode;

/** All hold; true when there is none. */
export interface AndNode {
  readonly kind: 'and';
  readonly nodes: readonly WhereNode[];
}

export interface OrNode {
  readonly kind: 'or';
  readonly nodes: readonly WhereNode[];
}

/** A published document without a pending draft: no row of the table of pending documents stands in its place. */
export interface SettledNode {
  readonly kind: 'settled';
  readonly pending: string;
}

/** Tests of one value, all of which hold. */
export interface ConditionNode {
  readonly kind: 'condition';
  readonly target: Target;
  readonly tests: readonly TestNode[];
}

/** Tests of `_status`, done beforehand: what remains depends on the table in which a row stands. */
export interface StatusNode {
  readonly kind: 'status';
  readonly target: Target;
  readonly rows: RowKind;
  /** Whether documents of which something is published meet the tests. */
  readonly published: boolean;
  /** Whether documents of which nothing is published meet them. */
  readonly draft: boolean;
  readonly holdsOnEmpty: boolean;
}

/** Where a document stands: in the table of what is published or that of pending drafts, or as JSON among its versions. */
export type RowKind = 'published' | 'pending' | 'version';

/**
 * Some related document meets the node of its collection. Where there is no related document (the relation is empty, or what it
 * names is gone), the condition holds if it holds on a document of which every field is empty.
 */
export interface RelatedNode {
  readonly kind: 'related';
  readonly target: Target & { readonly field: RelationshipField };
  readonly arms: readonly RelatedArm[];
  readonly holdsOnEmpty: boolean;
}

export interface RelatedArm {
  readonly collection: CollectionDescriptor;
  /** Null: the collection has no such field, so that its documents count as empty. */
  readonly node: WhereNode | null;
  /** Related documents that do not meet it count as absent: whoever asks may not read them. Unset: all may be read. */
  readonly visible?: WhereNode;
}

/** Some row of an `array` or `blocks` field meets the node of its block. Without rows, as with {@link RelatedNode}. */
export interface RowsNode {
  readonly kind: 'rows';
  readonly target: Target & { readonly field: ArrayField | BlocksField };
  readonly arms: readonly RowsArm[];
  readonly holdsOnEmpty: boolean;
}

export interface RowsArm {
  /** The blocks that this arm is for; null: every row. */
  readonly blocks: readonly string[] | null;
  /** Null: these blocks have no such field, so that their rows count as empty. */
  readonly node: WhereNode | null;
}

/** A field, and where its value is seen from the present document or row. Built-in fields have descriptors like others. */
export interface Target {
  /** Equal in two filters only where they name the same path: part of the key of compiled statements. */
  readonly id: number;
  readonly field: FieldDescriptor;
  /** Keys from the object of the present row on; null in a document, where the field says its columns. */
  readonly keys: readonly string[] | null;
}

/** An operator that fits the field, with its checked operand. `null` as operand has become `exists`. */
export interface TestNode {
  readonly operator: Operator;
  readonly operand: Operand;
}
