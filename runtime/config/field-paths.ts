/** Types of field paths: allowed values of `useAsTitle`, `from`, `on`, `sort` and `indexes`. */

import type { LayoutKind } from './fields-of.js';
import type { CollapsibleConfig, RowConfig, TabsConfig } from './layout-config.js';
import type { Absent, EntryType, PropertyType } from './property-type.js';
import type { WithUploadFields } from './upload-fields.js';

/** Fields that every document has. */
export type BuiltInPath = 'id' | 'createdAt' | 'updatedAt';

/**
 * The fields of a list, as a union: rows, tabs and collapsibles are replaced by the fields in them. `unknown`
 * if it is no list.
 */
export type FieldIn<Fields> = Fields extends readonly unknown[] ? DataField<Fields[number]> : unknown;

type DataField<Field> = Field extends unknown
  ? PropertyType<Field, 'type'> extends LayoutKind
    ? InLayout<Field>
    : Field
  : never;

/** Of a layout of which the compiler knows no more than its type, the fields are not known. */
type InLayout<Field> = AnyLayouts[Extract<PropertyType<Field, 'type'>, LayoutKind>] extends Field
  ? UnknownField
  : PropertyType<Field, 'type'> extends 'tabs'
    ? InTabs<EntryType<PropertyType<Field, 'tabs'>>>
    : FieldIn<PropertyType<Field, 'fields'>>;

interface AnyLayouts {
  readonly row: RowConfig;
  readonly tabs: TabsConfig;
  readonly collapsible: CollapsibleConfig;
}

type InTabs<Tab> = Tab extends unknown ? FieldIn<PropertyType<Tab, 'fields'>> : never;

/** A field whose name may be any. */
interface UnknownField {
  readonly name: string;
}

/**
 * Dotted paths of the fields in a list, including fields in groups. `string` if the compiler does not know a
 * name.
 */
export type FieldPath<Fields> = Fields extends readonly unknown[] ? PathOf<FieldIn<Fields>> : string;

type PathOf<Field> = Field extends unknown
  ? string extends NameOf<Field>
    ? string
    : PropertyType<Field, 'type'> extends 'group'
      ? `${NameOf<Field>}.${FieldPath<PropertyType<Field, 'fields'>>}`
      : NameOf<Field>
  : never;

/**
 * Dotted paths of the texts in a list of fields, including those in groups, rows and blocks: what a search
 * may look at. `string` if the compiler does not know a name.
 */
export type SearchPath<Fields> = Fields extends readonly unknown[] ? SearchPathOf<FieldIn<Fields>> : string;

type SearchPathOf<Field> = Field extends unknown
  ? string extends NameOf<Field>
    ? string
    : PropertyType<Field, 'type'> extends 'group' | 'array'
      ? `${NameOf<Field>}.${SearchPath<PropertyType<Field, 'fields'>>}`
      : PropertyType<Field, 'type'> extends 'blocks'
        ? `${NameOf<Field>}.${BlockPath<PropertyType<Field, 'blocks'>>}`
        : PropertyType<Field, 'type'> extends SearchedType
          ? NameOf<Field>
          : never
  : never;

type BlockPath<Blocks> = Blocks extends readonly unknown[] ? BlockPathOf<Blocks[number]> : string;

type BlockPathOf<Block> = Block extends unknown ? SearchPath<PropertyType<Block, 'fields'>> : never;

/** Types whose values are texts, lists of texts, or text with structure. */
type SearchedType = 'text' | 'textarea' | 'richText' | 'email' | 'url' | 'slug';

/** Name of a field; `never` if it has none. */
export type NameOf<Field> = Extract<PropertyType<Field, 'name'>, string>;

/** Paths of the relationship fields in a list. */
export type RelationPath<Fields> = Fields extends readonly unknown[]
  ? RelationPathOf<FieldIn<Fields>>
  : string;

type RelationPathOf<Field> = Field extends unknown
  ? string extends NameOf<Field>
    ? string
    : PropertyType<Field, 'type'> extends 'group'
      ? `${NameOf<Field>}.${RelationPath<PropertyType<Field, 'fields'>>}`
      : PropertyType<Field, 'type'> extends 'relationship' | 'upload'
        ? NameOf<Field>
        : never
  : never;

/** `title`, `title_asc`, `title_desc`, or several separated by commas. */
export type SortOf<Path extends string> = SortTerm<Path> | `${SortTerm<Path>},${string}`;

type SortTerm<Path extends string> = Path | `${Path}_${'asc' | 'desc'}`;

/** Slugs of collections; `string` if the compiler does not know one. */
export type SlugOf<Collections> = Collections extends readonly unknown[]
  ? Extract<PropertyType<Collections[number], 'slug'>, string>
  : string;

/** Slugs of the collections with files. */
export type UploadSlugOf<Collections> = Collections extends readonly unknown[]
  ? SlugWithFiles<Collections[number]>
  : string;

type SlugWithFiles<Collection> = Collection extends unknown
  ? PropertyType<Collection, 'upload'> extends Absent | false | undefined
    ? never
    : Extract<PropertyType<Collection, 'slug'>, string>
  : never;

/** Fields of the collection with a slug; `unknown` if there is no such collection. */
export type FieldsOfSlug<Collections, Slug> = FieldsOf<WithSlug<EntryType<Collections>, Slug>>;

type WithSlug<Collection, Slug> = Collection extends unknown
  ? PropertyType<Collection, 'slug'> extends Slug
    ? Collection
    : never
  : never;

type FieldsOf<Collection> = [Collection] extends [never]
  ? unknown
  : WithUploadFields<PropertyType<Collection, 'fields'>, Collection>;
