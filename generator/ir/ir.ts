/**
 * The intermediate representation: everything that the emitters need, resolved, sorted and frozen. No later
 * step reads the config. It consists of the runtime's descriptors, of labels and descriptions, and of the
 * names that emitted code uses.
 */
import type {
  AdminBranding,
  AdminLayoutPart,
  AdminRowLabel,
  AdminTranslations,
  AdminWidgetMeta,
} from '../../runtime/codegen/admin-meta.js';
import type {
  BlockDescriptor,
  CollectionDescriptor,
  ContractDescriptor,
  FieldDescriptor,
  GlobalDescriptor,
  RouteDescriptor,
} from '../../runtime/codegen/descriptors.js';
import type { AdminIcon } from '../../runtime/config/icon-name.js';
import type { ApiContactConfig } from '../../runtime/config/openapi-config.js';
import type { FieldWidth } from '../../runtime/config/shared-field-options.js';
import type { JsonObject } from '../../runtime/util/json.js';

/** Language of the emitted SDK: JavaScript with declarations, or TypeScript. */
export type SdkLanguage = 'js' | 'ts';

export interface Ir {
  /** Version of svc, for file headers. */
  readonly version: string;
  /** Import specifier of the config, relative to the output folder: `../svc.config.js`. */
  readonly configImport: string;
  /** Base name of the config file, for file headers: `svc.config.ts`. */
  readonly configName: string;
  /** The file next to the config that types it; null if the output is not in the folder that it names. */
  readonly configTypes: ConfigTypesFile | null;
  /** Public URL of the API; null if the config has none. */
  readonly baseUrl: string | null;
  /** Whether other origins are allowed (CORS), so that responses have the headers for it. */
  readonly cors: boolean;
  /** Branding of the dashboard; null if the config switches the dashboard off. */
  readonly branding: AdminBranding | null;
  /** The widgets of the first page of the dashboard. */
  readonly overview: readonly AdminWidgetMeta[];
  /**
   * Files of the project that the dashboard shows: content in base64, by the name under which they are
   * served.
   */
  readonly brandFiles: Readonly<Record<string, string>>;
  readonly sdk: SdkLanguage;
  readonly openapi: IrOpenApi;
  readonly contract: ContractDescriptor;
  readonly collections: readonly IrCollection[];
  readonly globals: readonly IrGlobal[];
  /** The routes of the config; absent where it has none. */
  readonly routes?: readonly IrRoute[];
}

/** A route of the config. */
export interface IrRoute {
  readonly descriptor: RouteDescriptor;
  readonly summary: string;
  readonly description: string | null;
  /** Names of the parameters of the path, in its order. */
  readonly pathParams: readonly string[];
  /** JSON Schema of each, as clients send and receive it. */
  readonly params: JsonObject | null;
  readonly query: JsonObject | null;
  readonly body: JsonObject | null;
  /** By status; null: a response without a body. */
  readonly responses: Readonly<Record<string, JsonObject | null>>;
}

export interface ConfigTypesFile {
  /** Path relative to the output folder: `../svc-env.d.ts`. */
  readonly path: string;
  /** The output folder relative to the file: `./generated`. */
  readonly output: string;
}

/** The OpenAPI documents, as the config defines them. */
export interface IrOpenApi {
  /** `info.contact`; null if the config names nobody. */
  readonly contact: ApiContactConfig | null;
  /** The document for partners; null if there is none. */
  readonly public: { readonly tags: readonly string[] | null } | null;
}

export interface IrNames {
  /** Property of the SDK's client, camelCase: `blogPosts`. */
  readonly property: string;
  /** Type of one document: `BlogPost`. Unique, and no JavaScript or TypeScript global. */
  readonly type: string;
  /**
   * Constant in `descriptors.ts`, `validators.ts` and route files: `blogPosts`. Unique, and no reserved word.
   */
  readonly constant: string;
}

/** Properties of a collection that only the dashboard uses. */
export interface IrCollectionAdmin {
  /** Heading in the navigation. */
  readonly group: string | null;
  readonly icon: AdminIcon | null;
  /** As in the config: the path of a field, or `id`; null if it is not given. */
  readonly useAsTitle: string | null;
  readonly defaultColumns: readonly string[] | null;
  /** Whether the config says the address of a page that shows a document. */
  readonly preview: boolean;
  /** Seconds after which the dashboard saves a draft; null: it does not. */
  readonly autosave: number | null;
}

/** Properties of a field that only the dashboard uses. */
export interface IrFieldAdmin {
  readonly hidden: boolean;
  readonly readOnly: boolean;
  readonly placeholder: string | null;
  readonly widget: string | null;
  readonly width: FieldWidth | null;
  readonly isBeside: boolean;
  /** Id of a function that runs in the browser. */
  readonly condition: string | null;
  readonly rowLabel: AdminRowLabel;
  /** Id of the part of the layout that contains it. */
  readonly part: number | null;
}

/** What arranges the fields of a list, and texts in other languages: only for the dashboard. */
export interface IrShown {
  readonly layout: readonly AdminLayoutPart[];
  readonly translations: AdminTranslations | null;
}

export interface IrCollection extends IrShown {
  readonly descriptor: CollectionDescriptor;
  readonly names: IrNames;
  readonly label: string;
  readonly pluralLabel: string;
  readonly description: string | null;
  readonly fields: readonly IrField[];
  readonly admin: IrCollectionAdmin;
  /**
   * Present if the input fields differ from those of documents: users are created with a password, and some
   * of their fields cannot be changed.
   */
  readonly inputs?: IrInputs;
}

/** The input fields, by kind of write. */
export interface IrInputs {
  readonly create: readonly IrField[];
  readonly update: readonly IrField[];
}

export interface IrGlobal extends IrShown {
  readonly descriptor: GlobalDescriptor;
  readonly names: IrNames;
  readonly label: string;
  readonly description: string | null;
  readonly fields: readonly IrField[];
  readonly admin: Pick<IrCollectionAdmin, 'group' | 'icon' | 'autosave'>;
}

export interface IrField extends IrShown {
  readonly descriptor: FieldDescriptor;
  readonly label: string;
  /** `description` of the config, else the TSDoc above the field. */
  readonly description: string | null;
  readonly admin: IrFieldAdmin;
  /** Labels of a `select`, by value. */
  readonly optionLabels: Readonly<Record<string, string>>;
  /** The same in other languages, of the options that have some. */
  readonly optionTranslations: Readonly<Record<string, AdminTranslations>>;
  /** Fields of a `group` or `array`. */
  readonly fields: readonly IrField[];
  /** Block types of `blocks`. */
  readonly blocks: readonly IrBlock[];
}

export interface IrBlock extends IrShown {
  readonly descriptor: BlockDescriptor;
  /**
   * Type of one block, unique within the project: `HeroBlock`. Blocks with the same slug and fields share it.
   */
  readonly typeName: string;
  readonly label: string;
  readonly description: string | null;
  readonly fields: readonly IrField[];
  readonly rowLabel: AdminRowLabel;
  readonly icon: AdminIcon | null;
}

/** A file that an emitter returns: its path below the output folder, with `/`, and its whole text. */
export interface EmittedFile {
  readonly path: string;
  readonly content: string;
}
