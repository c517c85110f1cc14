/**
 * How the compiler checks a config against itself: slugs in `to` and `collection`, paths in `useAsTitle`,
 * `from`, `on`, `sort` and `indexes`, options by field type, data of hooks. It accepts what it cannot know (a
 * slug or name that is a plain `string`, a list made by a function): the whole config is checked again when
 * it is loaded.
 */
import type { AccessFilter } from './access-config.js';
import type { AdminConfig } from './admin-config.js';
import type { CollectionConfig, GlobalConfig } from './collection-config.js';
import type { ContentOf, DataOf, DocumentOf, OptionOf, ReturnedOf } from './document-types.js';
import type {
  ArrayFieldConfig,
  BlockConfig,
  BlocksFieldConfig,
  FieldConfig,
  GroupFieldConfig,
  JoinFieldConfig,
  NumberFieldConfig,
  NumberListFieldConfig,
  PlainFieldTypes,
  Reference,
  RelationshipFieldConfig,
  RelationshipListFieldConfig,
  SelectFieldConfig,
  SelectListFieldConfig,
  SlugFieldConfig,
  TextFieldConfig,
  TextListFieldConfig,
  UploadFieldConfig,
  UploadListFieldConfig,
} from './field-config.js';
import type {
  BuiltInPath,
  FieldPath,
  FieldsOfSlug,
  NameOf,
  RelationPath,
  SearchPath,
  SlugOf,
  SortOf,
  UploadSlugOf,
} from './field-paths.js';
import type { VirtualArguments } from './hook-config.js';
import type {
  CollapsibleConfig,
  FieldsConfig,
  LayoutConfig,
  RowConfig,
  TabConfig,
  TabsConfig,
} from './layout-config.js';
import type { OverviewWidgetConfig } from './overview-config.js';
import type { Absent, PropertyType } from './property-type.js';
import type { ServiceConfig } from './service-config.js';
import type { WithUploadFields } from './upload-fields.js';
import type { WithFolders } from './upload-folders.js';
import type { WithUserFields, WithUsers } from './users-types.js';

/**
 * The parameter of a function that infers `Given` from its argument and then checks the argument as
 * `Checked`.
 *
 * The condition never holds. It keeps the compiler from choosing a branch before inference. The compiler
 * infers from both branches: `Given` comes from the first one, errors and completions from the second one.
 */
export type Param<Given, Checked> = '\0' extends keyof Given ? Inferred<Given> : Checked;

/**
 * Infers property by property. If a literal contains a function with an untyped parameter, the compiler does
 * not infer the whole literal in the first pass, but hooks are typed by what is known after that pass.
 * Bounded, since configs recurse.
 */
type Inferred<Given> = { [Key in keyof Given]: Given[Key] | Inferred1<Given[Key]> };
type Inferred1<Given> = { [Key in keyof Given]: Given[Key] | Inferred2<Given[Key]> };
type Inferred2<Given> = { [Key in keyof Given]: Given[Key] | Inferred3<Given[Key]> };
type Inferred3<Given> = { [Key in keyof Given]: Given[Key] | Inferred4<Given[Key]> };
type Inferred4<Given> = { [Key in keyof Given]: Given[Key] | Inferred5<Given[Key]> };
type Inferred5<Given> = { [Key in keyof Given]: Given[Key] | Inferred6<Given[Key]> };
type Inferred6<Given> = { [Key in keyof Given]: Given[Key] | Inferred7<Given[Key]> };
type Inferred7<Given> = { [Key in keyof Given]: Given[Key] | Inferred8<Given[Key]> };
type Inferred8<Given> = { [Key in keyof Given]: Given[Key] | Inferred9<Given[Key]> };
type Inferred9<Given> = { [Key in keyof Given]: Given[Key] | Inferred10<Given[Key]> };
type Inferred10<Given> = { [Key in keyof Given]: Given[Key] | Inferred11<Given[Key]> };
type Inferred11<Given> = { [Key in keyof Given]: Given[Key] | Inferred12<Given[Key]> };
type Inferred12<Given> = { [Key in keyof Given]: Given[Key] };

/** A config, checked against its own slugs and fields. */
export interface CheckedConfig<Given> extends Omit<ServiceConfig, 'collections' | 'globals' | 'admin'> {
  readonly collections?: CheckedCollections<ListOf<Given, 'collections'>, CollectionsOf<Given>>;
  readonly globals?: CheckedGlobals<ListOf<Given, 'globals'>, CollectionsOf<Given>>;
  /** How the dashboard under `/admin` looks. `false` turns it off. */
  readonly admin?: CheckedAdmin<PropertyType<PropertyType<Given, 'admin'>, 'overview'>, CollectionsOf<Given>>;
}

type CheckedAdmin<Overview, Collections> =
  | false
  | (Omit<AdminConfig, 'overview'> & {
      /**
       * Numbers on the first page, at most 12 widgets. Users see those of what they may read. Default: none.
       */
      readonly overview?: CheckedOverview<Overview, Collections>;
    });

type CheckedOverview<Widgets, Collections> = Widgets extends readonly unknown[]
  ? { [Key in keyof Widgets]: CheckedWidget<PropertyType<Widgets[Key], 'collection'>, Collections> }
  : readonly OverviewWidgetConfig[];

type CheckedWidget<Slug, Collections> = OverviewWidgetConfig<
  Unless<Slug, SlugOf<Collections>>,
  FieldPath<FieldsOfSlug<Collections, Slug>> | BuiltInPath | '_status'
>;

type ListOf<Given, Key extends string> = Key extends keyof Given ? Given[Key] : readonly [];

/** The collections that relations may target. */
type CollectionsOf<Given> = WithUsers<WithFolders<ListOf<Given, 'collections'>>, Given>;

// `Collections` equals `Given`: in a mapped type over a list with a spread, `Given` would be only a part of
// the list.
type CheckedCollections<Given, Collections> = {
  [Key in keyof Given]: CheckedCollection<Given[Key], Collections>;
};

type CheckedGlobals<Given, Collections> = { [Key in keyof Given]: CheckedGlobal<Given[Key], Collections> };

/** One collection, checked against all collections of its config. */
export type CheckedCollection<Given, Collections> =
  string extends PropertyType<Given, 'slug'>
    ? CollectionConfig
    : PropertyType<Given, 'slug'> extends 'users'
      ? CollectionConfig<CheckedUsersShape<PropertyType<Given, 'fields'>, Collections>>
      : PropertyType<Given, 'upload'> extends Absent | false | undefined
        ? CollectionConfig<
            CheckedShape<PropertyType<Given, 'fields'>, Collections, PropertyType<Given, 'slug'>>
          >
        : CollectionConfig<CheckedUploadShape<Given, Collections>>;

/** A global, checked against the collections of its config. */
export type CheckedGlobal<Given, Collections> =
  string extends PropertyType<Given, 'slug'>
    ? GlobalConfig
    : GlobalConfig<CheckedShape<PropertyType<Given, 'fields'>, Collections, Absent>>;

/** `Slug` is that of a collection: filters of globals are not typed. */
interface CheckedShape<Fields, Collections, Slug> {
  readonly fields: CheckedFields<Fields, Collections, FieldPath<Fields>, DocumentOf<Fields>>;
  readonly path: FieldPath<Fields> | BuiltInPath;
  readonly sort: SortOf<FieldPath<Fields> | BuiltInPath>;
  readonly searched: SearchPath<Fields>;
  readonly data: DataOf<Fields>;
  readonly document: DocumentOf<Fields>;
  readonly filter: AccessFilter<Slug>;
  readonly returned: ReturnedOf<Fields>;
  readonly read: ContentOf<Fields>;
}

/** Users have more fields than the config declares. */
interface CheckedUsersShape<Fields, Collections>
  extends Omit<CheckedShape<WithUserFields<Fields>, Collections, 'users'>, 'fields'> {
  readonly fields: CheckedFields<
    Fields,
    Collections,
    FieldPath<WithUserFields<Fields>>,
    DocumentOf<WithUserFields<Fields>>
  >;
}

/** Documents with files have more fields than the config declares. */
interface CheckedUploadShape<Given, Collections>
  extends Omit<
    CheckedShape<
      WithUploadFields<PropertyType<Given, 'fields'>, Given>,
      Collections,
      PropertyType<Given, 'slug'>
    >,
    'fields'
  > {
  readonly fields: CheckedFields<
    PropertyType<Given, 'fields'>,
    Collections,
    FieldPath<WithUploadFields<PropertyType<Given, 'fields'>, Given>>,
    DocumentOf<WithUploadFields<PropertyType<Given, 'fields'>, Given>>
  >;
}

/**
 * Fields, each checked by its type. `From` are the paths, in addition to its siblings, that a slug may be
 * filled from, and `Document` is what functions of virtual fields get.
 */
type CheckedFields<Fields, Collections, From extends string, Document> = Fields extends readonly unknown[]
  ? CheckedEach<Fields, Collections, From, Document>
  : FieldsConfig<SlugOf<Collections>>;

type CheckedEach<Fields, Collections, From extends string, Document> = {
  [Key in keyof Fields]: CheckedField<Fields[Key], Collections, From, Document>;
};

type CheckedField<Field, Collections, From extends string, Document> =
  string extends NameOf<Field>
    ? FieldConfig | LayoutConfig
    : PropertyType<Field, 'type'> extends keyof FieldChecks<Field, Collections, From, Document>
      ? 'virtual' extends keyof Field
        ? Virtual<FieldChecks<Field, Collections, From, Document>[PropertyType<Field, 'type'>], Document>
        : FieldChecks<Field, Collections, From, Document>[PropertyType<Field, 'type'>]
      : FieldConfig<SlugOf<Collections>> | LayoutConfig<SlugOf<Collections>>;

/** The options of a virtual field, whose function gets a document of the same collection or global. */
type Virtual<Config, Document> = Config extends unknown
  ? 'virtual' extends keyof Config
    ? Omit<Config, 'virtual'> & {
        /**
         * Returns the value whenever the field is read: nothing is stored, no request sets it, and no filter
         * or sort may name it. With `required` it never returns an empty value.
         */
        readonly virtual?: WithDocument<Config['virtual'], Document>;
      }
    : Config
  : Config;

type WithDocument<Callback, Document> = Callback extends (...given: never[]) => infer Computed
  ? (context: VirtualArguments<Document>) => Computed
  : never;

/** How a field of each type is checked. A lookup, so that only one of the types is computed. */
interface FieldChecks<Field, Collections, From extends string, Document> extends FixedConfigs {
  text: Listed<Field, TextFieldConfig, TextListFieldConfig>;
  slug: SlugFieldConfig<Unless<PropertyType<Field, 'from'>, From>>;
  number: Listed<Field, NumberFieldConfig, NumberListFieldConfig>;
  select: Listed<Field, SelectFieldConfig<OptionOf<Field>>, SelectListFieldConfig<OptionOf<Field>>>;
  relationship: CheckedRelationship<Field, PropertyType<Field, 'to'>, SlugOf<Collections>>;
  upload: CheckedUpload<Field, PropertyType<Field, 'to'>, UploadSlugOf<Collections>>;
  join: CheckedJoin<Field, FieldsOfSlug<Collections, PropertyType<Field, 'collection'>>, SlugOf<Collections>>;
  group: GroupFieldConfig<CheckedInner<PropertyType<Field, 'fields'>, Collections, From, Document>>;
  array: ArrayFieldConfig<CheckedInner<PropertyType<Field, 'fields'>, Collections, From, Document>>;
  blocks: BlocksFieldConfig<CheckedBlocks<PropertyType<Field, 'blocks'>, Collections, From, Document>>;
  row: RowConfig<CheckedFields<PropertyType<Field, 'fields'>, Collections, From, Document>>;
  tabs: TabsConfig<CheckedTabs<PropertyType<Field, 'tabs'>, Collections, From, Document>>;
  collapsible: CollapsibleConfig<CheckedFields<PropertyType<Field, 'fields'>, Collections, From, Document>>;
}

/** The options of types for which nothing else in the config matters. */
type FixedConfigs = {
  [Kind in Exclude<
    keyof PlainFieldTypes,
    'text' | 'slug' | 'number' | 'select'
  >]: PlainFieldTypes[Kind]['config'];
};

/** The list form with `hasMany: true`; both forms if the compiler does not know `hasMany`. */
type Listed<Field, One, Many> =
  boolean extends PropertyType<Field, 'hasMany'>
    ? One | Many
    : PropertyType<Field, 'hasMany'> extends true
      ? Many
      : One;

/** `Allowed`, unless the given value is a plain `string`, which may have any value. */
type Unless<Value, Allowed extends string> = string extends Value ? string : Allowed;

type CheckedRelationship<Field, To, Slug extends string> = To extends readonly unknown[]
  ? CheckedTargets<Field, readonly Unless<To[number], Slug>[], Reference>
  : CheckedTargets<Field, Unless<To, Slug>, string>;

type CheckedTargets<Field, To, Value> = Listed<
  Field,
  RelationshipFieldConfig<To, Value>,
  RelationshipListFieldConfig<To, Value>
>;

type CheckedUpload<Field, To, Slug extends string> = To extends readonly unknown[]
  ? CheckedFiles<Field, readonly Unless<To[number], Slug>[], Reference>
  : CheckedFiles<Field, Unless<To, Slug>, string>;

type CheckedFiles<Field, To, Value> = Listed<
  Field,
  UploadFieldConfig<To, Value>,
  UploadListFieldConfig<To, Value>
>;

type CheckedJoin<Field, Joined, Slug extends string> = JoinFieldConfig<
  Unless<PropertyType<Field, 'collection'>, Slug>,
  Unless<PropertyType<Field, 'on'>, RelationPath<Joined>>,
  Unless<PropertyType<Field, 'sort'>, SortOf<FieldPath<Joined> | BuiltInPath>>
>;

type CheckedInner<Fields, Collections, From extends string, Document> = CheckedFields<
  Fields,
  Collections,
  From | FieldPath<Fields>,
  Document
>;

type CheckedTabs<Tabs, Collections, From extends string, Document> = Tabs extends readonly unknown[]
  ? CheckedEachTab<Tabs, Collections, From, Document>
  : readonly TabConfig[];

type CheckedEachTab<Tabs, Collections, From extends string, Document> = {
  [Key in keyof Tabs]: TabConfig<
    CheckedFields<PropertyType<Tabs[Key], 'fields'>, Collections, From, Document>
  >;
};

type CheckedBlocks<Blocks, Collections, From extends string, Document> = Blocks extends readonly unknown[]
  ? CheckedEachBlock<Blocks, Collections, From, Document>
  : readonly BlockConfig[];

type CheckedEachBlock<Blocks, Collections, From extends string, Document> = {
  [Key in keyof Blocks]: BlockConfig<
    CheckedInner<PropertyType<Blocks[Key], 'fields'>, Collections, From, Document>
  >;
};
