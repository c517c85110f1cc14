/**
 * Schemas of the responses of the routes under `/api/admin` about documents; their types are in
 * `runtime/codegen/admin-meta.ts`.
 */
import { maxOperations } from '../../../../runtime/codegen/bulk-limits.js';
import { maxComment, maxVersionLabel } from '../../../../runtime/codegen/version-note-limits.js';
import type { Context } from '../context.js';
import { closedObject, nullable, type Properties, type Schema, type SchemaOrReference } from '../schema.js';
import { timestampSchema } from '../values.js';

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const total: Schema = { type: 'integer', minimum: 0 };
const kind: Schema = { type: 'string', enum: ['collection', 'global'] };

function listOf(items: SchemaOrReference): Schema {
  return { type: 'array', items };
}

function named(name: string, { components, names }: Context, make: () => Schema): SchemaOrReference {
  return components.schema(names.shared(name), make);
}

export function documentAccessSchema(context: Context): SchemaOrReference {
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

const nameProperties: Properties = {
  kind,
  slug: text,
  id: { ...text, description: '`global` for a global.' },
  title: {
    type: ['string', 'null'],
    description: 'Value of the title field; null if it is empty or the requester may not read it.',
  },
};

export function referencesSchema(context: Context): SchemaOrReference {
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

export function deletionsSchema(context: Context): SchemaOrReference {
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

/** The body of a question about many documents. */
export function namedIdsSchema(context: Context): SchemaOrReference {
  return named('AdminDocumentIds', context, () =>
    closedObject({ ids: { type: 'array', items: text, minItems: 1, maxItems: maxOperations } }),
  );
}

/** What a client says of itself. */
export function presenceStateSchema(context: Context): SchemaOrReference {
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

export function presenceSchema(context: Context): SchemaOrReference {
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

export function versionLabelSchema(context: Context): SchemaOrReference {
  return named('AdminVersionLabel', context, () =>
    closedObject({ label: { type: ['string', 'null'], maxLength: maxVersionLabel } }),
  );
}

export function versionCommentSchema(context: Context): SchemaOrReference {
  return named('AdminVersionComment', context, () =>
    closedObject({ text: { type: 'string', minLength: 1, maxLength: maxComment } }),
  );
}

export function versionNotesSchema(context: Context): SchemaOrReference {
  const maybe: Schema = { type: ['string', 'null'] };
  return named('AdminVersionNotes', context, () =>
    closedObject({
      labels: listOf(closedObject({ version: text, label: text })),
      comments: listOf(
        closedObject({
          ...{ id: text, version: text, text, author: maybe, authorName: maybe },
          createdAt: timestampSchema,
        }),
      ),
    }),
  );
}

export function resetLinkRequestSchema(context: Context): SchemaOrReference {
  return named('AdminResetLinkRequest', context, () =>
    closedObject({ mail: { ...flag, description: 'Whether the link is mailed instead of returned.' } }),
  );
}

export function resetLinkSchema(context: Context): SchemaOrReference {
  return named('AdminResetLink', context, () =>
    closedObject({
      link: { type: ['string', 'null'], format: 'uri', description: 'Null: it was mailed.' },
      expiresAt: timestampSchema,
    }),
  );
}

export function testMailSchema(context: Context): SchemaOrReference {
  return named('AdminTestMail', context, () =>
    closedObject({
      to: { ...text, format: 'email' },
      isSent: flag,
      isReal: { ...flag, description: 'False: no mail server is set, and mails are written to files.' },
      failure: {
        type: ['string', 'null'],
        description: 'What the mail server said; null if it took the mail.',
      },
    }),
  );
}

export function rightsSchema(context: Context): SchemaOrReference {
  const permission: Schema = { enum: [true, false, 'row'] };
  const paths = listOf(text);
  const ofDocument = named('AdminRightsOfDocument', context, () =>
    closedObject({
      slug: text,
      can: {
        ...nullable(
          closedObject(
            {
              ...{ read: permission, create: permission, update: permission, delete: permission },
              purge: { ...permission, description: 'Only of collections with a trash.' },
            },
            ['read', 'create', 'update', 'delete'],
          ),
        ),
        description: 'Null: the role may not read them, and so nothing else.',
      },
      readDrafts: flag,
      hidden: { ...paths, description: 'Paths of fields that it may not read.' },
      readOnly: { ...paths, description: 'Paths of fields that it reads but may not change.' },
    }),
  );
  return named('AdminRights', context, () =>
    closedObject({
      roles: listOf(
        closedObject({
          name: { type: ['string', 'null'], description: 'Null: requests without a user.' },
          rank: { type: 'integer' },
          collections: listOf(ofDocument),
          globals: listOf(ofDocument),
        }),
      ),
    }),
  );
}

const scheduledList: Schema = {
  ...listOf(
    closedObject({
      ...nameProperties,
      action: { type: 'string', enum: ['publish', 'unpublish'] },
      at: timestampSchema,
      error: {
        type: ['string', 'null'],
        description: 'Why it could not be done when it was due.',
      },
    }),
  ),
  description: 'Scheduled changes, the next one first.',
};

export function scheduledSchema(context: Context): SchemaOrReference {
  return named('AdminScheduled', context, () => closedObject({ scheduled: scheduledList }));
}

export function draftCountsSchema(context: Context): SchemaOrReference {
  return named('AdminDraftCounts', context, () =>
    closedObject({
      collections: {
        type: 'object',
        additionalProperties: { ...total, minimum: 1 },
        description: 'By slug, where there are any.',
      },
    }),
  );
}

export function overviewSchema(context: Context): SchemaOrReference {
  const change: Properties = {
    ...nameProperties,
    status: { type: 'string', enum: ['draft', 'published'] },
    updatedAt: timestampSchema,
  };
  const always = Object.keys(change).filter((name) => name !== 'status');
  const recent: Properties = {
    ...change,
    pending: { ...flag, description: 'Published, with changes that are not public yet.' },
    scheduled: { ...flag, description: 'It is scheduled to be published or unpublished.' },
  };
  const recentAlways = [...always, 'pending', 'scheduled'];
  return named('AdminOverview', context, () =>
    closedObject({
      collections: listOf(
        closedObject(
          {
            slug: text,
            total,
            drafts: {
              ...total,
              description: 'The number of unpublished ones; absent if the requester sees no drafts.',
            },
          },
          ['slug', 'total'],
        ),
      ),
      drafts: {
        ...listOf(
          closedObject(
            {
              ...change,
              canPublish: { ...flag, description: 'Whether the requester may publish it.' },
              mine: {
                ...nullable(flag),
                description: 'Whether the requester saved its last version; null if there is no history.',
              },
            },
            [...always, 'mine', 'canPublish'],
          ),
        ),
        description: 'Pending drafts, the newest change first.',
      },
      mine: {
        ...listOf(closedObject(recent, recentAlways)),
        description: 'What the requester has changed, the newest change first.',
      },
      recent: {
        ...listOf(closedObject(recent, recentAlways)),
        description: 'The newest changes.',
      },
      scheduled: scheduledList,
    }),
  );
}

export function previewAddressSchema({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('AdminPreview'), () =>
    closedObject({
      url: { type: ['string', 'null'], format: 'uri', description: 'Null: no page shows the document.' },
      expiresAt: { ...timestampSchema, description: 'When the token in the address ends.' },
    }),
  );
}
