/**
 * The field types as the runtime sees them: a part of the descriptors, printed into generated code. All of it
 * survives `JSON.stringify` unchanged.
 */
import type { JsonValue } from '../util/json.js';
import type { FieldBase, Stored } from './field-base.js';
import type { PlainFieldTypes } from './types/index.js';

export type OnDelete = 'restrict' | 'set null' | 'cascade';

/** A field that refers to documents; an `upload` to those with files. */
export interface RelationshipField extends FieldBase, Stored {
  readonly type: 'relationship' | 'upload';
  /** Target slugs. */
  readonly to: readonly string[];
  /** Several targets are possible: the value is `{ collection, id }` (also for a list of one slug). */
  readonly polymorphic?: true;
  readonly hasMany?: true;
  readonly unique?: true;
  readonly onDelete: OnDelete;
  /** Of a polymorphic single relation: the column that holds the target's slug (`column` holds the id). */
  readonly collectionColumn?: string;
  /**
   * Of a `hasMany` relation outside rows: its join table (`parent`, `position`, `target`, and `collection` if
   * polymorphic).
   */
  readonly table?: string;
  readonly minRows?: number;
  readonly maxRows?: number;
  /** Of an upload: types of the files that may be chosen, as the config has them. */
  readonly mimeTypes?: readonly string[];
}

/** Read-only reverse relation; never stored. */
export interface JoinField extends FieldBase {
  readonly type: 'join';
  readonly collection: string;
  /** Path of the relationship field in that collection. */
  readonly on: string;
  readonly limit: number;
  /** As in a request; the collection's `defaultSort` unless given. */
  readonly sort: string;
  /** As in a request's `where`. */
  readonly where?: JsonValue;
}

export interface GroupField extends FieldBase {
  readonly type: 'group';
  readonly fields: readonly FieldDescriptor[];
}

export interface ArrayField extends FieldBase, Stored {
  readonly type: 'array';
  readonly fields: readonly FieldDescriptor[];
  readonly minRows?: number;
  readonly maxRows?: number;
}

export interface BlocksField extends FieldBase, Stored {
  readonly type: 'blocks';
  readonly blocks: readonly BlockDescriptor[];
  readonly minRows?: number;
  readonly maxRows?: number;
}

export interface BlockDescriptor {
  readonly slug: string;
  readonly fields: readonly FieldDescriptor[];
}

/** A field whose value is a whole: no path leads into it. */
export type PlainField = PlainFieldTypes[keyof PlainFieldTypes]['field'];

/** A field with other fields or documents behind it. */
export type StructuredField = RelationshipField | JoinField | GroupField | ArrayField | BlocksField;

export type FieldDescriptor = PlainField | StructuredField;

/** Name of a field type. */
export type FieldKind = FieldDescriptor['type'];

/** The descriptor of a field of the type `Kind`. */
export type DescriptorOf<Kind extends FieldKind, Field = FieldDescriptor> = Field extends {
  readonly type: infer Type;
}
  ? Kind extends Type
    ? Field
    : never
  : never;

/** A field that stores a value. */
export type StoredField = Exclude<FieldDescriptor, { readonly type: 'group' | 'join' }>;

/** A field with a value that has no fields of its own. */
export type ValueField = Exclude<StoredField, { readonly type: 'array' | 'blocks' }>;
