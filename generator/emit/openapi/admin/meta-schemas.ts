/** The response of `GET /api/admin/meta`; its types are those of `runtime/codegen/admin-meta.ts`. */

import { dateParts, metricOperations } from '../../../../runtime/codegen/aggregate-rules.js';
import type { Context } from '../context.js';
import { closedObject, type Properties, type Schema, type SchemaOrReference } from '../schema.js';
import { authSchema } from './auth-meta-schema.js';
import { fieldSchema } from './field-meta-schema.js';
import {
  hasAutosave,
  hasFiles,
  hasFolders,
  hasIcon,
  hasPreview,
  hasSearch,
  hasTrash,
} from './meta-features.js';
import {
  always,
  count,
  flag,
  iconSchema,
  layoutSchema,
  listOf,
  named,
  permissionSchema,
  text,
  translationsSchema,
} from './meta-parts.js';

/** `AdminMeta` */
export function metaSchema(context: Context): SchemaOrReference {
  return named('AdminMeta', context, () =>
    closedObject({
      name: { ...text, description: 'Name of the service.' },
      branding: brandingSchema(context),
      auth: context.ir.contract.auth ? authSchema(context) : { type: 'null' },
      collections: listOf(collectionSchema(context)),
      globals: listOf(globalSchema(context)),
      ...(context.ir.routes && { routes: listOf(routeSchema(context)) }),
      ...(context.ir.overview.length > 0 && { overview: listOf(widgetSchema(context)) }),
    }),
  );
}

function brandingSchema({ ir }: Context): Schema {
  return closedObject(
    {
      name: text,
      logo: { type: ['string', 'null'] },
      logoDark: { type: ['string', 'null'] },
      accentColor: { type: ['string', 'null'], description: 'A CSS colour.' },
      css: { type: ['string', 'null'] },
      widgets: { type: 'object', additionalProperties: text, description: 'Addresses of modules, by name.' },
      functions: { ...text, description: 'Address of the module with the functions that forms run.' },
      ...(ir.branding?.extension && { extension: extensionSchema }),
    },
    ['name', 'logo', 'logoDark', 'accentColor', 'css', 'widgets'],
  );
}

const extensionSchema: Schema = {
  ...closedObject({ module: text, css: { type: ['string', 'null'] } }, ['module', 'css']),
  description: 'Addresses of what the project adds to the dashboard.',
};

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
