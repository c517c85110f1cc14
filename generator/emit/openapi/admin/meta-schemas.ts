/** The response of `GET /api/admin/meta`; its types are those of `runtime/codegen/admin-meta.ts`. */
import { dateParts, metricOperations } from '../../../../runtime/codegen/aggregate-rules.js';
import { operators } from '../../../../runtime/codegen/operators.js';
import { iconNames } from '../../../../runtime/config/icon-name.js';
import { fieldKinds } from '../../../../runtime/fields/index.js';
import type { Context } from '../context.js';
import { closedObject, nullable, type Properties, type Schema, type SchemaOrReference } from '../schema.js';
import { idSchema } from '../values.js';

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const always: Schema = { type: 'boolean', enum: [true] };
const count: Schema = { type: 'integer', minimum: 0 };

function listOf(items: SchemaOrReference): Schema {
  return { type: 'array', items };
}

export function metaSchema(context: Context): SchemaOrReference {
  return named('AdminMeta', context, () =>
    closedObject({
      name: { ...text, description: 'Name of the service.' },
      branding: brandingSchema,
      auth: context.ir.contract.auth ? authSchema(context) : { type: 'null' },
      collections: listOf(collectionSchema(context)),
      globals: listOf(globalSchema(context)),
      ...(context.ir.routes && { routes: listOf(routeSchema(context)) }),
      ...(context.ir.overview.length > 0 && { overview: listOf(widgetSchema(context)) }),
    }),
  );
}

function named(name: string, { components, names }: Context, make: () => Schema): SchemaOrReference {
  return components.schema(names.shared(name), make);
}

const brandingSchema: Schema = closedObject(
  {
    name: text,
    logo: { type: ['string', 'null'] },
    logoDark: { type: ['string', 'null'] },
    accentColor: { type: ['string', 'null'], description: 'A CSS colour.' },
    css: { type: ['string', 'null'] },
    widgets: { type: 'object', additionalProperties: text, description: 'Addresses of modules, by name.' },
    functions: { ...text, description: 'Address of the module with the functions that forms run.' },
  },
  ['name', 'logo', 'logoDark', 'accentColor', 'css', 'widgets'],
);

const functionId: Schema = { ...text, description: 'Name of a function in the module of the branding.' };

function translationsSchema(context: Context): SchemaOrReference {
  return named('AdminTranslations', context, () => ({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: text },
    description: 'Texts in other languages: by language, then by the property that they replace.',
  }));
}

function layoutSchema(context: Context): Schema {
  const part = named('AdminLayoutPart', context, () =>
    closedObject(
      {
        id: count,
        type: { type: 'string', enum: ['row', 'tabs', 'tab', 'collapsible'] },
        in: { ...count, description: 'Id of the part around it.' },
        label: text,
        description: text,
        closed: always,
        condition: functionId,
        translations: translationsSchema(context),
      },
      ['id', 'type'],
    ),
  );
  return { ...listOf(part), description: 'What arranges the fields in forms.' };
}

function authSchema(context: Context): SchemaOrReference {
  const role: Schema = { type: 'string', enum: Object.keys(context.ir.contract.auth?.roles ?? {}) };
  return named('AdminAuthMeta', context, () => {
    const properties: Properties = {
      user: nullable(
        closedObject({
          id: idSchema,
          email: text,
          name: { type: ['string', 'null'] },
          // Users keep a role that the config no longer has.
          role: text,
          emailVerified: flag,
        }),
      ),
      apiKey: {
        ...closedObject({
          id: idSchema,
          name: text,
          role: { type: ['string', 'null'] },
          scopes: { type: ['array', 'null'], items: text },
        }),
        description: 'The API key of the request, if it has one.',
      },
      roles: {
        ...listOf(closedObject({ name: role, rank: count })),
        description: 'From the highest rank down.',
      },
      settings: {
        ...nullable(closedObject({ enableRegistration: flag, defaultRegistrationRole: text })),
        description: 'Null for requesters who may not see them.',
      },
      magicLink: flag,
      invites: flag,
      profile: { ...listOf(fieldSchema(context)), description: "Fields of the requester's own record." },
      can: closedObject({
        manageUsers: flag,
        changeRoles: flag,
        invite: flag,
        manageApiKeys: flag,
        readAuditLog: flag,
        readSettings: flag,
        changeSettings: flag,
      }),
    };
    return closedObject(
      properties,
      Object.keys(properties).filter((name) => name !== 'apiKey'),
    );
  });
}

/** `row`: a callback or a constraint of the config decides for each document. */
function routeSchema(context: Context): SchemaOrReference {
  return named('AdminRoute', context, () =>
    closedObject({ id: text, label: text, can: permissionSchema(context) }),
  );
}

function widgetSchema(context: Context): SchemaOrReference {
  return named('AdminWidget', context, () =>
    closedObject(
      {
        collection: { ...text, description: 'Slug of the collection.' },
        title: { ...text, description: 'Absent: made from the collection and the field.' },
        groupBy: closedObject({ field: text, by: { type: 'string', enum: [...dateParts] }, offset: text }, [
          'field',
        ]),
        metrics: listOf(
          closedObject({ operation: { type: 'string', enum: ['count', ...metricOperations] }, field: text }, [
            'operation',
          ]),
        ),
        limit: count,
        translations: translationsSchema(context),
      },
      ['collection', 'groupBy', 'metrics', 'limit'],
    ),
  );
}

function permissionSchema(context: Context): SchemaOrReference {
  return named('AdminPermission', context, () => ({
    enum: [true, false, 'row'],
    description: '`row`: a rule decides for each document.',
  }));
}

function sharedProperties(context: Context): Properties {
  return {
    slug: text,
    description: text,
    group: { ...text, description: 'Heading in the navigation.' },
    ...(hasIcon(context) && { icon: iconSchema }),
    drafts: flag,
    versions: flag,
    readDrafts: { ...flag, description: 'Whether the requester sees drafts.' },
    ...(hasAutosave(context) && {
      autosave: { ...count, description: 'Seconds after which a draft is saved while its editor types.' },
    }),
    fields: listOf(fieldSchema(context)),
    layout: layoutSchema(context),
    translations: translationsSchema(context),
  };
}

function uploadSchema(context: Context): Schema {
  const properties = {
    mimeTypes: listOf(text),
    maxBytes: count,
    covers: listOf(closedObject({ name: text, width: count, height: count })),
    needsAlt: always,
    ...(hasFolders(context) && { folders: { ...text, description: 'Slug of the collection of folders.' } }),
  };
  return {
    ...closedObject(properties, ['mimeTypes', 'maxBytes']),
    description: 'The files of the documents, if they have any.',
  };
}

/** Whether a collection has `admin.preview`. */
export function hasPreview({ ir }: Context): boolean {
  return ir.collections.some(({ admin }) => admin.preview);
}

const iconSchema: Schema = { type: 'string', enum: [...iconNames] };

function hasIcon({ ir }: Context): boolean {
  return [...ir.collections, ...ir.globals].some(({ admin }) => admin.icon !== null);
}

function hasAutosave({ ir }: Context): boolean {
  return [...ir.collections, ...ir.globals].some(({ admin }) => admin.autosave !== null);
}

function hasTrash({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.trash !== undefined);
}

function hasSearch({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.search !== undefined);
}

function hasFiles({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.upload !== undefined);
}

function hasFolders({ ir }: Context): boolean {
  return ir.collections.some(({ descriptor }) => descriptor.foldersOf !== undefined);
}

const sometimes: ReadonlySet<string> = new Set([
  ...['description', 'group', 'icon', 'upload', 'foldersOf'],
  ...['autosave', 'preview', 'trash', 'search', 'layout', 'translations'],
]);

function documentObject(properties: Properties): Schema {
  return closedObject(
    properties,
    Object.keys(properties).filter((name) => !sometimes.has(name)),
  );
}

function collectionRights(context: Context): Schema {
  const permission = permissionSchema(context);
  const always = { read: permission, create: permission, update: permission, delete: permission };
  return closedObject({ ...always, ...(hasTrash(context) && { purge: permission }) }, Object.keys(always));
}

function collectionSchema(context: Context): SchemaOrReference {
  return named('AdminCollectionMeta', context, () =>
    documentObject({
      kind: { type: 'string', enum: ['collection'] },
      ...sharedProperties(context),
      labels: closedObject({ singular: text, plural: text }),
      useAsTitle: { ...text, description: 'Path of the field with the title of a document, or `id`.' },
      defaultColumns: listOf(text),
      defaultSort: text,
      ...(hasFiles(context) && { upload: uploadSchema(context) }),
      ...(hasFolders(context) && {
        foldersOf: { ...text, description: 'Of folders: slug of the collection whose files are in them.' },
      }),
      ...(hasPreview(context) && {
        preview: { ...always, description: 'Whether a page shows its documents before they are published.' },
      }),
      ...(hasTrash(context) && {
        trash: {
          ...closedObject({ days: count }),
          description: 'How long deleted documents stay in the trash, where they are moved there.',
        },
      }),
      ...(hasSearch(context) && {
        search: { ...listOf(text), description: 'The fields that `search` looks at, where lists take it.' },
      }),
      can: collectionRights(context),
    }),
  );
}

function globalSchema(context: Context): SchemaOrReference {
  const permission = permissionSchema(context);
  return named('AdminGlobalMeta', context, () =>
    documentObject({
      kind: { type: 'string', enum: ['global'] },
      ...sharedProperties(context),
      label: text,
      can: closedObject({ read: permission, update: permission }),
    }),
  );
}

const fieldAlways = ['name', 'path', 'type', 'label', 'operators', 'sortable', 'canUpdate'];

function fieldSchema(context: Context): SchemaOrReference {
  return named('AdminFieldMeta', context, () => {
    const field = fieldSchema(context);
    return closedObject(
      {
        name: text,
        path: { ...text, description: 'With dots, from the root of the document.' },
        type: { type: 'string', enum: [...fieldKinds] },
        label: text,
        description: text,
        placeholder: text,
        hidden: always,
        readOnly: always,
        widget: { ...text, description: 'Name of a widget of the branding.' },
        part: { ...count, description: 'Id of the part of the layout that contains it.' },
        width: { type: 'string', enum: ['full', '3/4', '2/3', '1/2', '1/3', '1/4'] },
        position: { type: 'string', enum: ['sidebar'] },
        condition: functionId,
        rowLabel: { ...text, description: 'Name of the field that is the heading of a row.' },
        rowLabelFunction: functionId,
        translations: translationsSchema(context),
        required: always,
        unique: always,
        hasMany: always,
        operators: listOf({ type: 'string', enum: [...operators] }),
        sortable: flag,
        default: { description: 'A constant default.' },
        canUpdate: { ...flag, description: 'Whether the requester may write the field.' },
        integer: always,
        min: { type: 'number' },
        max: { type: 'number' },
        minLength: count,
        maxLength: count,
        pattern: closedObject({ source: text, flags: text }),
        minRows: count,
        maxRows: count,
        time: always,
        from: text,
        options: listOf(
          closedObject({ label: text, value: text, translations: translationsSchema(context) }, [
            'label',
            'value',
          ]),
        ),
        to: listOf(text),
        polymorphic: always,
        ...(hasFiles(context) && { mimeTypes: listOf(text) }),
        collection: text,
        on: text,
        fields: listOf(field),
        layout: layoutSchema(context),
        blocks: listOf(
          closedObject(
            {
              slug: text,
              label: text,
              description: text,
              icon: iconSchema,
              rowLabel: text,
              rowLabelFunction: functionId,
              fields: listOf(field),
              layout: layoutSchema(context),
              translations: translationsSchema(context),
            },
            ['slug', 'label', 'fields'],
          ),
        ),
      },
      fieldAlways,
    );
  });
}
