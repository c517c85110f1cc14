/** What descriptors of fields have in common, and the shapes that several types share. */
import type { JsonValue } from '../util/json.js';

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
