/**
 * The field types as the runtime sees them: a part of the descriptors, printed into generated code. All of it
 * survives `JSON.stringify` unchanged.
 */
import type { JsonValue } from '../util/json.js';
import type { PlainFieldTypes } from './types/index.js';

/** Roles that may see and change a field; absent: every requester who may see or change the document. */
export interface FieldAccessDescriptor {
  readonly read?: readonly string[];
  readonly update?: readonly string[];
}

/** What fields of every type have. */
export interface FieldBase {
  readonly name: string;
  /** Dotted from the document's root, group and row fields included: `seo.title`, `items.label`. */
  readonly path: string;
  readonly required?: true;
  /** The config has a `validate` callback for this field. */
  readonly validate?: true;
  /** No body of a write may name it: hooks and defaults give it a value. */
  readonly readOnly?: true;
  /** The config computes its value when it is read: it is not stored, and no write may name it. */
  readonly virtual?: true;
  /** Lists are neither filtered nor sorted by it: what is stored is not what documents show. */
  readonly unqueried?: true;
  /** A constant default. */
  readonly default?: JsonValue;
  /** The config has a default function for this field. */
  readonly defaultCallback?: true;
  /** Present with `auth` where the config restricts the field. */
  readonly access?: FieldAccessDescriptor;
}

/** Where a field's value is kept. Fields inside `array` and `blocks` rows have none: their row is JSON. */
export interface Stored {
  readonly column?: string;
}

/** A text, an email address or a URL. */
export interface TextField extends FieldBase, Stored {
  readonly type: 'text' | 'textarea' | 'email' | 'url';
  /** With `hasMany` the value is a list, kept as JSON. Only `text` has it. */
  readonly hasMany?: true;
  readonly unique?: true;
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: PatternDescriptor;
  readonly minRows?: number;
  readonly maxRows?: number;
}

/** A field whose value is any JSON. */
export interface JsonField extends FieldBase, Stored {
  readonly type: 'json' | 'richText';
  /** The value has the sizes of an image, by these names. */
  readonly imageSizes?: readonly string[];
  /** A rich text of a config with files: documents with files that it shows are listed as references. */
  readonly showsFiles?: true;
  /** Of a rich text: the name of the blocks field beside it whose rows its nodes `block` name. */
  readonly blocksField?: string;
}

/** The `pattern` of a text. */
export interface PatternDescriptor {
  readonly source: string;
  /** Flags of the RegExp without `g` and `y`; `u` unless the pattern does not compile with it. */
  readonly flags: string;
}

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

/** A field that stores a value. */
export type StoredField = Exclude<FieldDescriptor, { readonly type: 'group' | 'join' }>;

/** A field with a value that has no fields of its own. */
export type ValueField = Exclude<StoredField, { readonly type: 'array' | 'blocks' }>;
