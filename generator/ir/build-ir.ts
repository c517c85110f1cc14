/** Builds the intermediate representation from the loaded config. */
import { basename, dirname } from 'node:path';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type {
  BlockDescriptor,
  CollectionDescriptor,
  FieldDescriptor,
} from '../../runtime/codegen/descriptors.js';
import type { CollectionConfig, GlobalConfig } from '../../runtime/config/collection-config.js';
import { collectionsOf } from '../../runtime/config/collections-of.js';
import type { BlockConfig, FieldConfig, SelectOption } from '../../runtime/config/field-config.js';
import type { OpenApiConfig } from '../../runtime/config/openapi-config.js';
import type { DocComments } from '../load/doc-comments.js';
import type { LoadedConfig } from '../load/load-config.js';
import { brandingOf } from './branding.js';
import { configTypesFile } from './config-types-file.js';
import { userInputs } from './input-fields.js';
import type { Ir, IrBlock, IrCollection, IrField, IrFieldAdmin, IrGlobal, IrNames, IrOpenApi } from './ir.js';
import { irRoutes } from './ir-routes.js';
import { createNamer, type Namer } from './names.js';
import { relativeFolder } from './relative-folder.js';

export interface BuildIrOptions {
  /** Absolute path of the output folder. */
  readonly output: string;
  /** Version of svc. */
  readonly version: string;
}

type BuiltFrom = Pick<LoadedConfig, 'config' | 'file' | 'docs'> &
  Partial<Pick<LoadedConfig, 'brand' | 'routeSchemas'>>;

/**
 * Builds the IR of a valid config. Deterministic and frozen; collections, globals and fields keep the
 * config's order.
 */
export function buildIr(
  { config, file, docs, brand = new Map(), routeSchemas = [] }: BuiltFrom,
  { output, version }: BuildIrOptions,
): Ir {
  const { globals = [] } = config;
  const collections = collectionsOf(config);
  // A copy: freezing must not reach constants of the user's config.
  const contract = structuredClone(describeConfig(config));
  const namer = createNamer();
  // Documents get their names before blocks.
  const collectionNames = collections.map(({ slug, labels }) => namer.collection(slug, labels?.singular));
  const globalNames = globals.map(({ slug, label }) => namer.global(slug, label));
  const context: Context = { docs, namer, blocks: new Map() };
  return deepFreeze<Ir>({
    version,
    configImport: importSpecifier(output, file),
    configName: basename(file),
    configTypes: configTypesFile(config, { output, file }),
    baseUrl: config.baseUrl ?? null,
    cors: (config.server?.cors?.origins ?? []).length > 0,
    branding: brandingOf(config, brand),
    brandFiles: Object.fromEntries([...brand.values()].map(({ name, base64 }) => [name, base64])),
    sdk: config.sdk?.emit ?? 'js',
    openapi: openApiOf(config.openapi),
    contract,
    collections: zip(collections, contract.collections, collectionNames).map(([own, descriptor, names]) => ({
      descriptor,
      label: own.labels?.singular ?? words(names.type),
      pluralLabel: own.labels?.plural ?? words(own.slug),
      ...collectionPart(own, { descriptor, names, path: `collections.${own.slug}` }, context),
    })) satisfies IrCollection[],
    globals: zip(globals, contract.globals, globalNames).map(([own, descriptor, names]) => ({
      descriptor,
      label: own.label ?? words(own.slug),
      ...documentPart(own, { descriptor, names, path: `globals.${own.slug}` }, context),
      admin: { group: own.admin?.group ?? null, autosave: autosaveOf(own) },
    })) satisfies IrGlobal[],
    ...(contract.routes && { routes: irRoutes(config, contract.routes, routeSchemas) }),
  });
}

function openApiOf({ contact, public: shown = false }: OpenApiConfig = {}): IrOpenApi {
  const own = shown === true ? {} : shown;
  return { contact: contact ?? null, public: own === false ? null : { tags: own.tags ?? null } };
}

interface Context {
  readonly docs: DocComments;
  readonly namer: Namer;
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
): Pick<IrCollection, 'names' | 'description' | 'fields' | 'admin' | 'inputs'> {
  const { group = null, useAsTitle = null, defaultColumns = null } = config.admin ?? {};
  const part = {
    ...documentPart(config, place, context),
    admin: {
      ...{ group, useAsTitle, defaultColumns },
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
): Pick<IrCollection, 'names' | 'description' | 'fields'> {
  return {
    names,
    description: config.description ?? comment(context, path),
    fields: fieldList(config.fields, descriptor.fields, { path, owner: names.type }, context),
  };
}

interface Place {
  /** Path in the TSDoc comments: `collections.posts.fields.seo`. */
  readonly path: string;
  /** Type of the document, for the names of its blocks. */
  readonly owner: string;
}

function fieldList(
  configs: readonly FieldConfig[],
  descriptors: readonly FieldDescriptor[],
  { path, owner }: Place,
  context: Context,
): readonly IrField[] {
  return zip(configs, descriptors).map(([config, descriptor]) =>
    irField(config, descriptor, { path: `${path}.fields.${config.name}`, owner }, context),
  );
}

function irField(config: FieldConfig, descriptor: FieldDescriptor, place: Place, context: Context): IrField {
  const nested =
    'fields' in config && 'fields' in descriptor
      ? fieldList(config.fields, descriptor.fields, place, context)
      : [];
  const blocks =
    'blocks' in config && 'blocks' in descriptor
      ? zip(config.blocks, descriptor.blocks).map(([block, own]) => irBlock(block, own, place, context))
      : [];
  return {
    descriptor,
    label: config.label ?? words(config.name),
    description: config.description ?? comment(context, place.path),
    admin: fieldAdmin(config),
    optionLabels: 'options' in config ? optionLabels(config.options) : {},
    fields: nested,
    blocks,
  };
}

/** `in_progress` → `In progress`; a value with its own spelling (`EUR`, `A4`, `New York`) keeps it. */
function optionLabel(value: string): string {
  return /^[a-z][a-z0-9_-]*$/.test(value) ? words(value) : value;
}

function fieldAdmin({ admin = {} }: FieldConfig): IrFieldAdmin {
  const { hidden = false, readOnly = false, placeholder = null, widget = null } = admin;
  return { hidden, readOnly, placeholder, widget };
}

function optionLabels(options: readonly SelectOption[]): Readonly<Record<string, string>> {
  const labels = options.map((option) =>
    typeof option === 'string' ? [option, optionLabel(option)] : [option.value, option.label],
  );
  return Object.fromEntries(labels) as Readonly<Record<string, string>>;
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
    label: config.label ?? words(config.slug),
    description: config.description ?? comment(context, place.path) ?? same?.description ?? null,
    fields: fieldList(config.fields, descriptor.fields, place, context),
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
