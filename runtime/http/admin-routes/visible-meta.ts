import { seesDrafts } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type {
  AdminCollectionMeta,
  AdminFieldMeta,
  AdminGlobalMeta,
  AdminLayoutPart,
  AdminMeta,
  AdminWidgetMeta,
  Permission,
} from '../../codegen/admin-meta.js';
import { defaultSort } from '../../codegen/describe-config.js';
import type {
  AccessDescriptor,
  CollectionDescriptor,
  ContractDescriptor,
  FieldDescriptor,
  GlobalDescriptor,
} from '../../codegen/descriptors.js';
import { sortedPaths } from '../../query/parse/sort.js';
import { isSuperAdmin } from '../auth-routes/users/manage-rule.js';
import { collectionPermissions, permissionOf } from './requester-rights.js';

/** The collections and globals that a requester sees, and what they may do there. */
export type VisibleMeta = Pick<AdminMeta, 'collections' | 'globals' | 'overview'> & {
  /** Fields of the requester's own user record. */
  readonly profile: readonly AdminFieldMeta[];
};

/** The routes of the config with the rights of a role. */
export function visibleRoutes(
  { routes: descriptors = [] }: ContractDescriptor,
  { routes }: Pick<AdminMeta, 'routes'>,
  role: string | null,
): Pick<AdminMeta, 'routes'> {
  if (routes === undefined) return {};
  const rules = new Map(descriptors.map(({ id, access }) => [id, access]));
  const permission = (rule: AccessDescriptor | undefined): Permission => {
    if (rule === 'callback') return 'row';
    return rule === 'anyone' || (role !== null && Array.isArray(rule) && rule.includes(role));
  };
  return { routes: routes.map((route) => ({ ...route, can: permission(rules.get(route.id)) })) };
}

/** Reduces the metadata of a user with all rights to what one requester may see. */
export function visibleMeta(
  contract: ContractDescriptor,
  meta: AdminMeta,
  access: DocumentAccess,
): VisibleMeta {
  const collections = paired(meta.collections, contract.collections);
  const seen = collections.flatMap(([one, descriptor]) => collectionFor(one, descriptor, access));
  const slugs = new Set(seen.map(({ slug }) => slug));
  const users = collections.find(([, { builtIn }]) => builtIn === 'users');
  return {
    collections: seen.map((one) => withFields(one, withoutJoins(one.fields, slugs))),
    globals: paired(meta.globals, contract.globals)
      .flatMap(([one, descriptor]) => globalFor(one, descriptor, access))
      .map((one) => withFields(one, withoutJoins(one.fields, slugs))),
    profile: users === undefined ? [] : withoutJoins(userFields(...users, access), slugs),
    ...(meta.overview && { overview: visibleWidgets(meta.overview, seen) }),
  };
}

/** Widgets whose fields the requester may read: `aggregate` would refuse the others. */
function visibleWidgets(
  widgets: readonly AdminWidgetMeta[],
  collections: readonly AdminCollectionMeta[],
): readonly AdminWidgetMeta[] {
  const paths = new Map(
    collections.map(({ slug, fields }) => [slug, new Set([...builtInPaths, ...pathsIn(fields)])]),
  );
  return widgets.filter(({ collection, groupBy, metrics }) =>
    [groupBy, ...metrics].every(({ field }) => {
      const readable = paths.get(collection);
      return readable !== undefined && (field === undefined || readable.has(field));
    }),
  );
}

const builtInPaths = ['id', 'createdAt', 'updatedAt', '_status'] as const;

function collectionFor(
  meta: AdminCollectionMeta,
  descriptor: CollectionDescriptor,
  access: DocumentAccess,
): readonly AdminCollectionMeta[] {
  const can = collectionPermissions(access, descriptor);
  if (can.read === false) return [];
  const fields =
    descriptor.builtIn === 'users'
      ? userFields(meta, descriptor, access)
      : visibleFields(meta.fields, descriptor.fields, access);
  const paths = new Set<string>([...builtInPaths, ...pathsIn(fields)]);
  return [
    {
      ...meta,
      useAsTitle: paths.has(meta.useAsTitle) ? meta.useAsTitle : 'id',
      defaultColumns: meta.defaultColumns.filter((path) => paths.has(path)),
      // The dashboard requests lists in this order: a sort by an unreadable field would be refused.
      defaultSort: sortedPaths(meta.defaultSort).every((path) => paths.has(path))
        ? meta.defaultSort
        : defaultSort,
      ...(meta.search && { search: meta.search.filter((path) => paths.has(path)) }),
      readDrafts: seesDrafts(descriptor, access),
      can,
      fields,
    },
  ];
}

function globalFor(
  meta: AdminGlobalMeta,
  descriptor: GlobalDescriptor,
  access: DocumentAccess,
): readonly AdminGlobalMeta[] {
  const can = {
    read: permissionOf(access, descriptor, 'read'),
    update: permissionOf(access, descriptor, 'update'),
  };
  if (can.read === false) return [];
  const readDrafts = seesDrafts(descriptor, access);
  return [{ ...meta, readDrafts, can, fields: visibleFields(meta.fields, descriptor.fields, access) }];
}

/** Only a super_admin with a session sets roles (docs/spec/service.md#users-endpoint). */
function userFields(
  meta: AdminCollectionMeta,
  descriptor: CollectionDescriptor,
  access: DocumentAccess,
): readonly AdminFieldMeta[] {
  return visibleFields(meta.fields, descriptor.fields, access).map((field) =>
    field.name === 'role' ? { ...field, canUpdate: isSuperAdmin(access.requester) } : field,
  );
}

function visibleFields(
  metas: readonly AdminFieldMeta[],
  descriptors: readonly FieldDescriptor[],
  access: DocumentAccess,
): readonly AdminFieldMeta[] {
  const { hidden, fixed } = access.fields;
  const unseen = new Set(descriptors.filter((field) => hidden.has(field)).map(({ name }) => name));
  return paired(metas, descriptors).flatMap(([{ blocksField, ...meta }, descriptor]) => {
    if (hidden.has(descriptor)) return [];
    const canUpdate = meta.canUpdate && !fixed.has(descriptor);
    const shown = blocksField === undefined || unseen.has(blocksField) ? {} : { blocksField };
    return [{ ...meta, ...shown, canUpdate, ...visibleInside(meta, descriptor, access) }];
  });
}

/** With only these fields, and of the layout only what contains some of them. */
function withFields<Holder extends Pick<AdminFieldMeta, 'layout'>>(
  holder: Holder,
  fields: readonly AdminFieldMeta[],
): Holder & { readonly fields: readonly AdminFieldMeta[] } {
  const { layout } = holder;
  return layout === undefined
    ? { ...holder, fields }
    : { ...holder, fields, layout: usedLayout(layout, fields) };
}

function usedLayout(
  layout: readonly AdminLayoutPart[],
  fields: readonly AdminFieldMeta[],
): readonly AdminLayoutPart[] {
  const used = new Set(fields.map(({ part }) => part));
  // A part comes before those in it.
  for (const part of layout.toReversed()) if (used.has(part.id)) used.add(part.in);
  return layout.filter(({ id }) => used.has(id));
}

function visibleInside(
  meta: AdminFieldMeta,
  descriptor: FieldDescriptor,
  access: DocumentAccess,
): Pick<AdminFieldMeta, 'fields' | 'blocks'> {
  if (descriptor.type === 'group' || descriptor.type === 'array') {
    return withFields(meta, visibleFields(meta.fields ?? [], descriptor.fields, access));
  }
  if (descriptor.type !== 'blocks') return {};
  const blocks = paired(meta.blocks ?? [], descriptor.blocks).map(([block, own]) =>
    withFields(block, visibleFields(block.fields, own.fields, access)),
  );
  return { blocks };
}

/** A table of documents that the requester may not read would always be empty. */
function withoutJoins(
  fields: readonly AdminFieldMeta[],
  slugs: ReadonlySet<string>,
): readonly AdminFieldMeta[] {
  return fields
    .filter(({ type, collection = '' }) => type !== 'join' || slugs.has(collection))
    .map((field) =>
      field.type === 'group' ? withFields(field, withoutJoins(field.fields ?? [], slugs)) : field,
    );
}

function pathsIn(fields: readonly AdminFieldMeta[]): readonly string[] {
  return fields.flatMap(({ path, type, fields: inner = [] }) =>
    type === 'group' ? [path, ...pathsIn(inner)] : [path],
  );
}

/** Both lists come from one config, in its order. */
function paired<Meta extends { readonly slug: string } | { readonly name: string }, Descriptor>(
  metas: readonly Meta[],
  descriptors: readonly Descriptor[],
): readonly (readonly [Meta, Descriptor])[] {
  if (metas.length !== descriptors.length) {
    throw new Error('admin.json does not fit the config: run svc generate.');
  }
  return metas.map((meta, index) => [meta, descriptors[index] as Descriptor]);
}
