/** Builds the intermediate representation from the loaded config. */
import { basename, dirname } from 'node:path';
import type { AdminRowLabel, AdminTranslations } from '../../runtime/codegen/admin-meta.js';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type {
  BlockDescriptor,
  CollectionDescriptor,
  FieldDescriptor,
} from '../../runtime/codegen/descriptors.js';
import type { CollectionConfig, GlobalConfig } from '../../runtime/config/collection-config.js';
import { collectionsOf } from '../../runtime/config/collections-of.js';
import type {
  BlockAdmin,
  BlockConfig,
  FieldAdmin,
  FieldConfig,
  SelectOption,
} from '../../runtime/config/field-config.js';
import { fieldsOf } from '../../runtime/config/fields-of.js';
import type { FieldsConfig } from '../../runtime/config/layout-config.js';
import type { OpenApiConfig } from '../../runtime/config/openapi-config.js';
import { plainText, type TranslatedText } from '../../runtime/config/translated-text.js';
import type { DocComments } from '../load/doc-comments.js';
import type { LoadedConfig } from '../load/load-config.js';
import { arrangementOf, type FunctionId } from './arrangement.js';
import { brandingOf } from './branding.js';
import { configTypesFile } from './config-types-file.js';
import { userInputs } from './input-fields.js';
import type { Ir, IrBlock, IrCollection, IrField, IrFieldAdmin, IrGlobal, IrNames, IrOpenApi } from './ir.js';
import { irRoutes } from './ir-routes.js';
import { createNamer, type Namer } from './names.js';
import { overviewOf } from './overview.js';
import { relativeFolder } from './relative-folder.js';
import { textOrNull, translationsIn } from './translations.js';

export interface BuildIrOptions {
  /** Absolute path of the output folder. */
  readonly output: string;
  /** Version of svc. */
  readonly version: string;
}

type BuiltFrom = Pick<LoadedConfig, 'config' | 'file' | 'docs'> &
  Partial<Pick<LoadedConfig, 'brand' | 'routeSchemas' | 'functions'>>;

/**
 * Builds the IR of a valid config. Deterministic and frozen; collections, globals and fields keep the
 * config's order.
 */
export function buildIr(
  { config, file, docs, brand = new Map(), routeSchemas = [], functions = null }: BuiltFrom,
  { output, version }: BuildIrOptions,
): Ir {
  const { globals = [] } = config;
  const collections = collectionsOf(config);
  // A copy: freezing must not reach constants of the user's config.
  const contract = structuredClone(describeConfig(config));
  const namer = createNamer({ hasUploads: contract.collections.some(({ upload }) => upload !== undefined) });
  // Documents get their names before blocks.
  const collectionNames = collections.map(({ slug, labels }) =>
    namer.collection(slug, textOrUndefined(labels?.singular)),
  );
  const globalNames = globals.map(({ slug, label }) => namer.global(slug, textOrUndefined(label)));
  const functionId: FunctionId = (own) => functions?.ids.get(own) ?? null;
  const context: Context = { docs, namer, functionId, blocks: new Map() };
  return deepFreeze<Ir>({
    version,
    configImport: importSpecifier(output, file),
    configName: basename(file),
    configTypes: configTypesFile(config, { output, file }),
    baseUrl: config.baseUrl ?? null,
    cors: (config.server?.cors?.origins ?? []).length > 0,
    branding: brandingOf(config, brand, functions?.file ?? null),
    overview: overviewOf(config),
    brandFiles: Object.fromEntries(
      [...brand.values(), ...(functions === null ? [] : [functions.file])].map(({ name, base64 }) => [
        name,
        base64,
      ]),
    ),
    sdk: config.sdk?.emit ?? 'js',
    openapi: openApiOf(config.openapi),
    contract,
    collections: zip(collections, contract.collections, collectionNames).map(([own, descriptor, names]) => ({
      descriptor,
      label: textOrNull(own.labels?.singular) ?? words(names.type),
      pluralLabel: textOrNull(own.labels?.plural) ?? words(own.slug),
      ...collectionPart(own, { descriptor, names, path: `collections.${own.slug}` }, context),
    })) satisfies IrCollection[],
    globals: zip(globals, contract.globals, globalNames).map(([own, descriptor, names]) => ({
      descriptor,
      label: textOrNull(own.label) ?? words(own.slug),
      ...documentPart(own, { descriptor, names, path: `globals.${own.slug}` }, context),
      translations: translationsIn({
        label: own.label,
        description: own.description,
        group: own.admin?.group,
      }),
      admin: {
        group: textOrNull(own.admin?.group),
        icon: own.admin?.icon ?? null,
        autosave: autosaveOf(own),
      },
    })) satisfies IrGlobal[],
    ...(contract.routes && { routes: irRoutes(config, contract.routes, routeSchemas) }),
  });
}

function textOrUndefined(text: TranslatedText | undefined): string | undefined {
  return text === undefined ? undefined : plainText(text);
}

function openApiOf({ contact, public: shown = false }: OpenApiConfig = {}): IrOpenApi {
  const own = shown === true ? {} : shown;
  return { contact: contact ?? null, public: own === false ? null : { tags: own.tags ?? null } };
}

interface Context {
  readonly docs: DocComments;
  readonly namer: Namer;
  readonly functionId: FunctionId;
  /** Blocks by slug and fields, so that equal ones share a type. */
  readonly blocks: Map<string, IrBlock>;
}

interface DocumentPlace {
  readonly descriptor: { readonly fields: readonly FieldDescriptor[] };
  readonly names: IrNames;
  readonly path: string;
}

function collectionPart(
  config: CollectionConfig,
  place: DocumentPlace & { readonly descriptor: CollectionDescriptor },
  context: Context,
): Pick<IrCollection, 'names' | 'description' | 'fields' | 'layout' | 'translations' | 'admin' | 'inputs'> {
  const { group, icon = null, useAsTitle = null, defaultColumns = null } = config.admin ?? {};
  const { labels, description } = config;
  const part = {
    ...documentPart(config, place, context),
    translations: translationsIn({ ...labels, description, group }),
    admin: {
      ...{ group: textOrNull(group), icon, useAsTitle, defaultColumns },
      preview: config.admin?.preview !== undefined,
      autosave: autosaveOf(config),
    },
  };
  if (place.descriptor.builtIn !== 'users') return part;
  return {
    ...part,
    description: part.description ?? 'People with an account.',
    inputs: userInputs(part.fields),
  };
}

/** docs/spec/content-tools.md#preview-and-autosave */
const defaultAutosave = 2;

function autosaveOf({ drafts }: CollectionConfig | GlobalConfig): number | null {
  const { autosave = false } = typeof drafts === 'object' ? drafts : {};
  if (autosave === false) return null;
  return autosave === true ? defaultAutosave : (autosave.seconds ?? defaultAutosave);
}

function documentPart(
  config: CollectionConfig | GlobalConfig,
  { descriptor, names, path }: DocumentPlace,
  context: Context,
): Pick<IrCollection, 'names' | 'description' | 'fields' | 'layout'> {
  return {
    names,
    description: textOrNull(config.description) ?? comment(context, path),
    ...fieldList(config.fields, descriptor.fields, { path, owner: names.type }, context),
  };
}

interface Place {
  /** Path in the TSDoc comments: `collections.posts.fields.seo`. */
  readonly path: string;
  /** Type of the document, for the names of its blocks. */
  readonly owner: string;
}

function fieldList(
  configs: FieldsConfig,
  descriptors: readonly FieldDescriptor[],
  { path, owner }: Place,
  context: Context,
): Pick<IrField, 'fields' | 'layout'> {
  const { parts, partOf } = arrangementOf(configs, context.functionId);
  const fields = zip(fieldsOf(configs), descriptors).map(([config, descriptor]) => {
    const own = irField(config, descriptor, { path: `${path}.fields.${config.name}`, owner }, context);
    return { ...own, admin: { ...own.admin, part: partOf.get(config) ?? null } };
  });
  return { fields, layout: parts };
}

function irField(config: FieldConfig, descriptor: FieldDescriptor, place: Place, context: Context): IrField {
  const nested =
    'fields' in config && 'fields' in descriptor
      ? fieldList(config.fields, descriptor.fields, place, context)
      : { fields: [], layout: [] };
  const blocks =
    config.type === 'blocks' && 'blocks' in descriptor
      ? zip(config.blocks, descriptor.blocks).map(([block, own]) => irBlock(block, own, place, context))
      : [];
  return {
    descriptor,
    label: textOrNull(config.label) ?? words(config.name),
    description: textOrNull(config.description) ?? comment(context, place.path),
    translations: translationsIn({
      label: config.label,
      description: config.description,
      placeholder: config.admin?.placeholder,
    }),
    admin: fieldAdmin(config, context.functionId),
    optionLabels: 'options' in config ? optionLabels(config.options) : {},
    optionTranslations: 'options' in config ? optionTranslations(config.options) : {},
    ...nested,
    blocks,
  };
}

/** `in_progress` → `In progress`; a value with its own spelling (`EUR`, `A4`, `New York`) keeps it. */
function optionLabel(value: string): string {
  return /^[a-z][a-z0-9_-]*$/.test(value) ? words(value) : value;
}

function fieldAdmin({ admin = {} }: FieldConfig, functionId: FunctionId): IrFieldAdmin {
  const { hidden = false, readOnly = false, placeholder, widget = null, width = null } = admin;
  return {
    ...{ hidden, readOnly, placeholder: textOrNull(placeholder), widget, width },
    isBeside: admin.position === 'sidebar',
    condition: functionId(admin.condition),
    rowLabel: rowLabelOf(admin, functionId),
    part: null,
  };
}

function rowLabelOf(admin: FieldAdmin | BlockAdmin | undefined, functionId: FunctionId): AdminRowLabel {
  const given = admin !== undefined && 'rowLabel' in admin ? admin.rowLabel : undefined;
  if (typeof given === 'string') return { rowLabel: given };
  const id = functionId(given);
  return id === null ? {} : { rowLabelFunction: id };
}

function optionLabels(options: readonly SelectOption[]): Readonly<Record<string, string>> {
  const labels = options.map((option) =>
    typeof option === 'string' ? [option, optionLabel(option)] : [option.value, plainText(option.label)],
  );
  return Object.fromEntries(labels) as Readonly<Record<string, string>>;
}

function optionTranslations(options: readonly SelectOption[]): Readonly<Record<string, AdminTranslations>> {
  return Object.fromEntries(
    options.flatMap((option) => {
      const found = typeof option === 'string' ? null : translationsIn({ label: option.label });
      return typeof option === 'string' || found === null ? [] : [[option.value, found]];
    }),
  );
}

function irBlock(
  config: BlockConfig,
  descriptor: BlockDescriptor,
  { path, owner }: Place,
  context: Context,
): IrBlock {
  const key = `${config.slug} ${shapeOf(descriptor.fields)}`;
  const same = context.blocks.get(key);
  const place = { path: `${path}.blocks.${config.slug}`, owner };
  // Labels, descriptions and paths may differ between the uses of a block; the type is the same.
  const block: IrBlock = {
    descriptor,
    typeName: same?.typeName ?? context.namer.block(config.slug, owner),
    label: textOrNull(config.label) ?? words(config.slug),
    description: textOrNull(config.description) ?? comment(context, place.path) ?? same?.description ?? null,
    translations: translationsIn({ label: config.label, description: config.description }),
    rowLabel: rowLabelOf(config.admin, context.functionId),
    icon: config.admin?.icon ?? null,
    ...fieldList(config.fields, descriptor.fields, place, context),
  };
  if (!same) context.blocks.set(key, block);
  return block;
}

/** Everything about fields except their paths, as a key. */
function shapeOf(fields: readonly FieldDescriptor[]): string {
  return JSON.stringify(fields, (name, value: unknown) => (name === 'path' ? undefined : value));
}

function comment({ docs }: Context, path: string): string | null {
  return (Object.hasOwn(docs, path) ? docs[path] : undefined) ?? null;
}

/** `publishedAt`, `site-settings`, `BlogPost` → `Published at`, `Site settings`, `Blog post`. */
function words(name: string): string {
  const spaced = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .trim()
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Import specifier of the config for a module in the output folder. */
function importSpecifier(output: string, file: string): string {
  const name = basename(file)
    .replace(/\.ts$/, '.js')
    .replace(/\.mts$/, '.mjs');
  return `${relativeFolder(output, dirname(file))}/${name}`;
}

function zip<A, B>(left: readonly A[], right: readonly B[]): readonly [A, B][];
function zip<A, B, C>(left: readonly A[], middle: readonly B[], right: readonly C[]): readonly [A, B, C][];
function zip(...lists: readonly (readonly unknown[])[]): readonly unknown[][] {
  const [first = []] = lists;
  if (lists.some((list) => list.length !== first.length))
    throw new Error('Descriptors do not match their config.');
  return first.map((_, index) => lists.map((list) => list[index]));
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
