/**
 * The intermediate representation: everything the emitters need, resolved, sorted and frozen. Nothing behind it looks at
 * the config. It is the runtime's descriptors plus what only people read, and the names that emitted code uses.
 */
import type { AdminBranding } from '../../runtime/codegen/admin-meta.js';
import type {
  BlockDescriptor,
  CollectionDescriptor,
  ContractDescriptor,
  FieldDescriptor,
  GlobalDescriptor,
} from '../../runtime/codegen/descriptors.js';

export interface Ir {
  /** Version of svc, for file headers. */
  readonly version: string;
  /** Import specifier of the config, seen from the output folder: `../svc.config.js`. */
  readonly configImport: string;
  /** Base name of the config file, for file headers: `svc.config.ts`. */
  readonly configName: string;
  /** Public URL of the API where the config names one. */
  readonly baseUrl: string | null;
  /** Whether browsers of other origins are let in, so that answers have the headers for it. */
  readonly cors: boolean;
  /** How the dashboard looks; null where the config has none. */
  readonly branding: AdminBranding | null;
  /** Files of the project that the dashboard shows, in base64 by the name that they are served under. */
  readonly brandFiles: Readonly<Record<string, string>>;
  readonly contract: ContractDescriptor;
  readonly collections: readonly IrCollection[];
  readonly globals: readonly IrGlobal[];
}

export interface IrNames {
  /** Property of the SDK's client, camelCase: `blogPosts`. */
  readonly property: string;
  /** Type of one document: `BlogPost`. Unique, and no JavaScript or TypeScript global. */
  readonly type: string;
  /** Constant in `descriptors.ts`, `validators.ts` and route files: `blogPosts`. Unique, and no reserved word. */
  readonly constant: string;
}

/** What only the dashboard needs to know of a collection. */
export interface IrCollectionAdmin {
  /** Heading in the navigation. */
  readonly group: string | null;
  /** As in the config: a path of the collection or `id`, and null where it names none. */
  readonly useAsTitle: string | null;
  readonly defaultColumns: readonly string[] | null;
}

/** What only the dashboard needs to know of a field. */
export interface IrFieldAdmin {
  readonly hidden: boolean;
  readonly readOnly: boolean;
  readonly placeholder: string | null;
  readonly widget: string | null;
}

export interface IrCollection {
  readonly descriptor: CollectionDescriptor;
  readonly names: IrNames;
  readonly label: string;
  readonly pluralLabel: string;
  readonly description: string | null;
  readonly fields: readonly IrField[];
  readonly admin: IrCollectionAdmin;
  /** Where bodies of writes do not have the fields of documents: users are made with a password, and have some fields fixed. */
  readonly inputs?: IrInputs;
}

/** The fields of bodies. */
export interface IrInputs {
  readonly create: readonly IrField[];
  readonly update: readonly IrField[];
}

export interface IrGlobal {
  readonly descriptor: GlobalDescriptor;
  readonly names: IrNames;
  readonly label: string;
  readonly description: string | null;
  readonly fields: readonly IrField[];
  readonly admin: Pick<IrCollectionAdmin, 'group'>;
}

export interface IrField {
  readonly descriptor: FieldDescriptor;
  readonly label: string;
  /** `description` of the config, else the TSDoc above the field. */
  readonly description: string | null;
  readonly admin: IrFieldAdmin;
  /** Of a `select`, by value. */
  readonly optionLabels: Readonly<Record<string, string>>;
  /** Of a `group` or `array`. */
  readonly fields: readonly IrField[];
  /** Of `blocks`. */
  readonly blocks: readonly IrBlock[];
}

export interface IrBlock {
  readonly descriptor: BlockDescriptor;
  /** Type of one block, unique within the project: `HeroBlock`. Blocks equal in slug and fields share it. */
  readonly typeName: string;
  readonly label: string;
  readonly description: string | null;
  readonly fields: readonly IrField[];
}

/** What an emitter answers: a path below the output folder, with `/`, and the whole text. */
export interface EmittedFile {
  readonly path: string;
  readonly content: string;
}
