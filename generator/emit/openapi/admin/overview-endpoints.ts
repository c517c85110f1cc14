/** What the dashboard shows before a document is opened. */
import type { Context } from '../context.js';
import { closedObject, nullable, type Properties, type Schema, type SchemaOrReference } from '../schema.js';
import { timestampSchema } from '../values.js';
import { type AdminEndpoints, flag, listOf, named, nameProperties, text, total } from './admin-endpoint.js';
import { metaSchema } from './meta-schemas.js';

export const overviewEndpoints: AdminEndpoints<
  'getAdminMeta' | 'getAdminOverview' | 'getAdminDraftCounts' | 'getAdminScheduled'
> = {
  getAdminMeta: {
    summary: 'Get the metadata that the dashboard needs',
    description:
      'Collections and globals with their fields, as far as the requester may read them, and what they may do there.',
    answers: 'The metadata.',
    schema: metaSchema,
    tagged: true,
  },
  getAdminOverview: {
    summary: 'Get an overview of recent and planned changes',
    description: 'Numbers of documents, pending drafts, the newest changes, and scheduled changes.',
    answers: 'The part of it that the requester may read.',
    schema: overviewSchema,
  },
  getAdminDraftCounts: {
    summary: 'Count the unpublished documents of each collection',
    description: 'For the navigation of the dashboard.',
    answers: 'The numbers of those that the requester may read.',
    schema: draftCountsSchema,
  },
  getAdminScheduled: {
    summary: 'List what is scheduled',
    description:
      'When documents are published and unpublished by themselves, the next one first, as far as the requester sees their drafts. At most 4,000 entries are looked at.',
    parameters: [
      {
        name: 'collection',
        in: 'query',
        description: 'Slug of a collection; needs `ids`.',
        schema: { type: 'string', minLength: 1 },
      },
      {
        name: 'ids',
        in: 'query',
        description: 'Only these documents of `collection`: at most 200 ids, separated by commas.',
        schema: { type: 'string', minLength: 1 },
      },
    ],
    answers: 'The part of it that the requester may read.',
    schema: scheduledSchema,
  },
};

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

function overviewSchema(context: Context): SchemaOrReference {
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

function draftCountsSchema(context: Context): SchemaOrReference {
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

function scheduledSchema(context: Context): SchemaOrReference {
  return named('AdminScheduled', context, () => closedObject({ scheduled: scheduledList }));
}
