/** Types of documents, derived from the fields of the config: what hooks receive. */
import type { PlainFieldTypes, Reference } from './field-config.js';
import type { FieldIn, NameOf } from './field-paths.js';
import type { AnyData } from './hook-config.js';
import type { Absent, EntryType, PropertyType } from './property-type.js';

/** A stored document, with relations as ids. */
export type DocumentOf<Fields> = BuiltInFields & ContentOf<Fields>;

// No interface, so that a function that takes any data takes a document.
type BuiltInFields = {
  id: string;
  createdAt: string;
  updatedAt: string;
  _revision: number;
  _status?: 'draft' | 'published';
};

/** The data of a write: every field may be missing, and a field that is not required may be `null`. */
export type DataOf<Fields> =
  KnowsNames<Fields> extends true
    ? { -readonly [Field in FieldIn<Fields> as StoredName<Field>]?: SentValue<Field> }
    : AnyData;

/**
 * What a hook of a write may return: like the data of a write, but its JSON form counts, so that `undefined`
 * leaves a field out and a date may be a `Date`.
 */
export type ReturnedOf<Fields> =
  KnowsNames<Fields> extends true
    ? { readonly [Field in FieldIn<Fields> as StoredName<Field>]?: ReturnedValue<Field> | undefined }
    : object;

type ReturnedValue<Field> =
  PropertyType<Field, 'type'> extends keyof ReturnedValues<Field>
    ? ReturnedValues<Field>[PropertyType<Field, 'type'>] | NullOf<Field>
    : SentValue<Field>;

type NullOf<Field> = PropertyType<Field, 'required'> extends true ? never : null;

/** The types whose value in JSON is not the only one. */
interface ReturnedValues<Field> {
  date: Date | string;
  json: unknown;
  richText: unknown;
  group: ReturnedOf<PropertyType<Field, 'fields'>>;
  array: readonly ReturnedRow<PropertyType<Field, 'fields'>>[];
  blocks: readonly ReturnedBlock<EntryType<PropertyType<Field, 'blocks'>>>[];
}

type ReturnedRow<Fields> = { readonly id?: string | undefined } & ReturnedOf<Fields>;

type ReturnedBlock<Block> = Block extends unknown
  ? {
      readonly id?: string | undefined;
      readonly blockType: Extract<PropertyType<Block, 'slug'>, string>;
    } & ReturnedOf<PropertyType<Block, 'fields'>>
  : never;

/** The fields of a stored document, or of a group in it. */
export type ContentOf<Fields> =
  KnowsNames<Fields> extends true
    ? { -readonly [Field in FieldIn<Fields> as StoredName<Field>]: StoredValue<Field> }
    : AnyData;

type KnowsNames<Fields> = Fields extends readonly unknown[]
  ? string extends NameOf<FieldIn<Fields>>
    ? false
    : true
  : false;

/** Joins and virtual fields are not stored. */
type StoredName<Field> =
  PropertyType<Field, 'type'> extends 'join'
    ? never
    : PropertyType<Field, 'virtual'> extends Absent | undefined
      ? NameOf<Field>
      : never;

type StoredValue<Field> =
  PropertyType<Field, 'type'> extends 'group'
    ? ContentOf<PropertyType<Field, 'fields'>>
    : NeverNull<Field> extends true
      ? ValueOf<Field>
      : ValueOf<Field> | null;

type SentValue<Field> =
  PropertyType<Field, 'type'> extends 'group'
    ? DataOf<PropertyType<Field, 'fields'>>
    : PropertyType<Field, 'required'> extends true
      ? ValueOf<Field>
      : ValueOf<Field> | null;

type NeverNull<Field> = true extends PropertyType<Field, 'required'> | PropertyType<Field, 'hasMany'>
  ? true
  : PropertyType<Field, 'type'> extends 'array' | 'blocks'
    ? true
    : HasConstant<Field>;

/** A boolean or a select with a constant default is never null. */
type HasConstant<Field> =
  PropertyType<Field, 'type'> extends 'boolean' | 'select'
    ? PropertyType<Field, 'default'> extends boolean | string
      ? true
      : false
    : false;

type ValueOf<Field> = PropertyType<Field, 'hasMany'> extends true ? SingleValue<Field>[] : SingleValue<Field>;

type SingleValue<Field> = Values<Field>[Extract<PropertyType<Field, 'type'>, keyof Values<Field>>];

/** The value type of each field type. A lookup, so that only one of them is computed. */
interface Values<Field> extends FixedValues {
  select: OptionOf<Field>;
  relationship: TargetOf<PropertyType<Field, 'to'>>;
  upload: TargetOf<PropertyType<Field, 'to'>>;
  array: RowOf<PropertyType<Field, 'fields'>>[];
  blocks: BlockRowOf<EntryType<PropertyType<Field, 'blocks'>>>[];
}

/** The values of types for which no option matters. */
type FixedValues = { [Kind in Exclude<keyof PlainFieldTypes, 'select'>]: PlainFieldTypes[Kind]['value'] };

/** A value of a `select`. */
export type OptionOf<Field> = OptionValue<EntryType<PropertyType<Field, 'options'>>>;

type OptionValue<Option> = Option extends string ? Option : Extract<PropertyType<Option, 'value'>, string>;

type TargetOf<To> = To extends readonly unknown[] ? Reference<Extract<To[number], string>> : string;

/** A row of an `array`. The server assigns its `id`. */
export type RowOf<Fields> = { id?: string } & DataOf<Fields>;

/** A row of `blocks`. */
export type BlockRowOf<Block> = Block extends unknown
  ? { id?: string; blockType: Extract<PropertyType<Block, 'slug'>, string> } & DataOf<
      PropertyType<Block, 'fields'>
    >
  : never;
