/** What the dashboard asks of one document, or of many. */
import { maxOperations } from '../../../../runtime/codegen/bulk-limits.js';
import type { Context } from '../context.js';
import { sharedParameter } from '../parameters.js';
import { closedObject, nullable, type Schema, type SchemaOrReference } from '../schema.js';
import { timestampSchema } from '../values.js';
import {
  type AdminEndpoint,
  type AdminEndpoints,
  flag,
  kind,
  listOf,
  named,
  nameProperties,
  slugParameter,
  text,
  total,
} from './admin-endpoint.js';

export function documentEndpoints(
  context: Context,
): AdminEndpoints<
  | 'getAdminDocumentAccess'
  | 'getAdminGlobalAccess'
  | 'postAdminPresence'
  | 'postAdminGlobalPresence'
  | 'getAdminReferences'
  | 'postAdminReferences'
  | 'postAdminPreview'
> {
  const id = sharedParameter('id', context);
  const ofDocument: Pick<AdminEndpoint, 'parameters' | 'errors'> = {
    parameters: [slugParameter('Slug of the collection.'), id],
    errors: ['NotFound'],
  };
  return {
    getAdminDocumentAccess: {
      summary: 'Check what you may do with a document',
      description: `How a write would be decided${context.ir.contract.auth ? ': callbacks of the config are called' : ''}.`,
      ...ofDocument,
      answers: 'What you may do.',
      schema: documentAccessSchema,
    },
    getAdminGlobalAccess: {
      summary: 'Check what you may do with a global',
      description: 'The same as for a document of a collection.',
      parameters: [slugParameter('Slug of the global.')],
      errors: ['NotFound'],
      answers: 'What you may do.',
      schema: documentAccessSchema,
    },
    postAdminPresence: {
      summary: 'Say that you have a document open, and see who else has',
      description:
        'The dashboard calls it every 15 seconds; after a minute without a call a user has left. Others are told to users who see drafts only. `changedBy` is the author of the newest version where `revision` is not the current one.',
      ...ofDocument,
      body: presenceStateSchema,
      errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType'],
      answers: 'The revision of the document, and the others.',
      schema: presenceSchema,
    },
    postAdminGlobalPresence: {
      summary: 'Say that you have a global open, and see who else has',
      description: 'The same as for a document of a collection.',
      parameters: [slugParameter('Slug of the global.')],
      body: presenceStateSchema,
      errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType'],
      answers: 'The revision of the global, and the others.',
      schema: presenceSchema,
    },
    getAdminReferences: {
      summary: 'Preview the deletion of a document',
      description:
        'What refers to the document, what would be deleted or cleared with it, and what prevents its deletion. For requesters who may delete it.',
      ...ofDocument,
      answers: 'What would happen.',
      schema: referencesSchema,
    },
    postAdminReferences: {
      summary: 'Preview the deletion of many documents',
      description:
        'What would be deleted or cleared with them, and which of them cannot be deleted. Nothing is changed, and no hook runs.',
      parameters: [slugParameter('Slug of the collection.')],
      body: namedIdsSchema,
      errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType'],
      answers: 'What would happen.',
      schema: deletionsSchema,
    },
    postAdminPreview: {
      summary: 'Get the page that shows a document before it is published',
      description:
        'Calls `admin.preview` of the collection with a new preview token. The address is null where the function returns none; 409 if it fails, or if its address is not of `admin.previewOrigins`.',
      ...ofDocument,
      errors: ['NotFound', 'Conflict'],
      answers: 'The address of the page.',
      schema: previewAddressSchema,
    },
  };
}

function documentAccessSchema(context: Context): SchemaOrReference {
  return named('AdminDocumentAccess', context, () =>
    closedObject({
      update: { ...flag, description: 'Also to publish, schedule, unpublish, discard and restore.' },
      delete: flag,
      fields: {
        type: 'object',
        additionalProperties: flag,
        description:
          'Whether a write may contain the field: by path, for each field that the requester may read.',
      },
    }),
  );
}

/** What a client says of itself. */
function presenceStateSchema(context: Context): SchemaOrReference {
  return named('AdminPresenceState', context, () =>
    closedObject(
      {
        state: {
          type: 'string',
          enum: ['reading', 'editing', 'left'],
          description: '`editing`: something is not saved. `left`: the document was closed.',
        },
        revision: { type: 'integer', description: 'The revision that the client shows.' },
      },
      ['state'],
    ),
  );
}

function presenceSchema(context: Context): SchemaOrReference {
  const name: Schema = { type: ['string', 'null'] };
  return named('AdminPresence', context, () =>
    closedObject({
      revision: { type: 'integer', minimum: 0 },
      updatedAt: nullable(timestampSchema),
      changedBy: {
        ...nullable(closedObject({ id: text, name })),
        description: 'Null where the client shows the current revision, and where no history says it.',
      },
      others: {
        ...listOf(closedObject({ id: text, name, since: timestampSchema, isEditing: flag })),
        description: 'Other users who have the document open, the first one first; at most 20.',
      },
    }),
  );
}

function referencesSchema(context: Context): SchemaOrReference {
  const reference = named('AdminReference', context, () =>
    closedObject({
      kind,
      slug: text,
      field: { ...text, description: 'Path of the field.' },
      onDelete: { type: 'string', enum: ['restrict', 'set null', 'cascade'] },
      total: { ...total, description: 'Without those that the requester may not read.' },
      documents: { ...listOf(closedObject(nameProperties)), description: 'The first ten.' },
    }),
  );
  return named('AdminReferences', context, () =>
    closedObject({
      deletable: {
        ...flag,
        description:
          'False where a reference restricts the deletion; one that the requester may not read is left out, here and in all numbers.',
      },
      references: listOf(reference),
      deleted: {
        ...listOf(closedObject({ slug: text, total })),
        description: 'Documents that would be deleted with it.',
      },
      cleared: {
        ...listOf(closedObject({ kind, slug: text, total })),
        description: 'Documents that would lose a reference.',
      },
    }),
  );
}

/** The body of a question about many documents. */
function namedIdsSchema(context: Context): SchemaOrReference {
  return named('AdminDocumentIds', context, () =>
    closedObject({ ids: { type: 'array', items: text, minItems: 1, maxItems: maxOperations } }),
  );
}

function deletionsSchema(context: Context): SchemaOrReference {
  return named('AdminDeletions', context, () =>
    closedObject({
      refused: {
        ...listOf(text),
        description:
          'Documents that cannot be deleted: a reference restricts it, the requester may not, or there is no such document.',
      },
      deleted: {
        ...listOf(closedObject({ slug: text, total })),
        description: 'Other documents that would be deleted with them; each counts once.',
      },
      cleared: {
        ...listOf(closedObject({ kind, slug: text, total })),
        description: 'Documents that would lose a reference; each counts once.',
      },
    }),
  );
}

function previewAddressSchema({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('AdminPreview'), () =>
    closedObject({
      url: { type: ['string', 'null'], format: 'uri', description: 'Null: no page shows the document.' },
      expiresAt: { ...timestampSchema, description: 'When the token in the address ends.' },
    }),
  );
}
