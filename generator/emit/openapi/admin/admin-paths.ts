import type { OperationObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { routeIds } from '../../../../runtime/codegen/routes/route.js';
import {
  adminAccountRoutes,
  adminRoutes,
  previewRoutes,
} from '../../../../runtime/codegen/routes/service-routes.js';
import type { Context } from '../context.js';
import type { ErrorName } from '../errors.js';
import { answer, jsonBody, notModified, operation } from '../operation.js';
import { listParameter, sharedParameter } from '../parameters.js';
import { type PathOptions, type Paths, pathsOf } from '../paths.js';
import type { SchemaOrReference } from '../schema.js';
import {
  deletionsSchema,
  documentAccessSchema,
  draftCountsSchema,
  namedIdsSchema,
  overviewSchema,
  presenceSchema,
  presenceStateSchema,
  previewAddressSchema,
  referencesSchema,
  resetLinkRequestSchema,
  resetLinkSchema,
  rightsSchema,
  scheduledSchema,
  testMailSchema,
  versionCommentSchema,
  versionLabelSchema,
  versionNotesSchema,
} from './document-schemas.js';
import { hasPreview } from './meta-features.js';
import { metaSchema } from './meta-schemas.js';

/** `/api/admin`: what the dashboard needs in addition to documents. Empty if the config has no dashboard. */
export function adminPaths(options: PathOptions, context: Context): Paths {
  if (context.ir.branding === null) return {};
  const described = endpoints(context);
  const parameters = [sharedParameter('requestId', context)];
  const ids = [
    ...routeIds(adminRoutes),
    ...(context.ir.contract.auth === undefined ? [] : routeIds(adminAccountRoutes)),
    ...(hasPreview(context) ? routeIds(previewRoutes) : []),
  ];
  return pathsOf(
    ids.map((id) => {
      const { method, path } = routes[id];
      return { method, path, parameters, operation: adminOperation(id, described[id], options, context) };
    }),
  );
}

const routes = { ...adminRoutes, ...adminAccountRoutes, ...previewRoutes };

interface AdminEndpoint {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly answers: string;
  readonly schema: (context: Context) => SchemaOrReference;
  /** It has an `ETag`, so that an unchanged response is not sent again. */
  readonly tagged?: boolean;
  /** Of a POST. */
  readonly body?: (context: Context) => SchemaOrReference;
  readonly errors?: readonly ErrorName[];
}

function endpoints(context: Context): Readonly<Record<keyof typeof routes, AdminEndpoint>> {
  const id = sharedParameter('id', context);
  const { auth } = context.ir.contract;
  const ofDocument: Pick<AdminEndpoint, 'parameters' | 'errors'> = {
    parameters: [slugParameter('Slug of the collection.'), id],
    errors: ['NotFound'],
  };
  const versionsParameter = slugParameter('Slug of the collection, or `globals.` and that of a global.');
  const ofVersion: Pick<AdminEndpoint, 'parameters' | 'errors'> = {
    parameters: [versionsParameter, id, sharedParameter('versionId', context)],
    errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType'],
  };
  return {
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
    getAdminRights: {
      summary: 'Read what each role may do',
      description:
        'With each collection and global, as the rules of the config say; `row` where a function decides for each document. For administrators.',
      answers: 'The rights, from the highest rank down.',
      schema: rightsSchema,
    },
    postAdminTestMail: {
      summary: 'Send a test mail to yourself',
      description: 'It is sent at once. For administrators.',
      answers: 'What came of it.',
      schema: testMailSchema,
    },
    postAdminResetLink: {
      summary: 'Make a link by which a user sets a new password',
      description:
        'It is mailed to the user, or returned once. Older links end; the password stays until the link is used. For administrators of a higher role than the user.',
      parameters: [id],
      body: resetLinkRequestSchema,
      errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType'],
      answers: 'The link, or that it was mailed.',
      schema: resetLinkSchema,
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
    getAdminDocumentAccess: {
      summary: 'Check what you may do with a document',
      description: `How a write would be decided${auth ? ': callbacks of the config are called' : ''}.`,
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
    getAdminVersionNotes: {
      summary: 'Read the labels of versions, and the comments on them',
      description: 'For one page of the history of a document, for requesters who may read that.',
      parameters: [versionsParameter, id, listParameter('page', context), listParameter('limit', context)],
      errors: ['NotFound'],
      answers: 'Labels and comments, the oldest first.',
      schema: versionNotesSchema,
    },
    putAdminVersionLabel: {
      summary: 'Give a version a label',
      description: 'It replaces the former one; null removes it.',
      ...ofVersion,
      body: versionLabelSchema,
      answers: 'What is said of the version now.',
      schema: versionNotesSchema,
    },
    postAdminVersionComment: {
      summary: 'Comment on a version',
      description: 'Comments are plain text.',
      ...ofVersion,
      body: versionCommentSchema,
      answers: 'What is said of the version now.',
      schema: versionNotesSchema,
    },
    deleteAdminVersionComment: {
      summary: 'Delete a comment on a version',
      description: 'For its author and administrators.',
      parameters: [
        versionsParameter,
        id,
        sharedParameter('versionId', context),
        { name: 'commentId', in: 'path', required: true, schema: { type: 'string' } },
      ],
      errors: ['NotFound'],
      answers: 'What is said of the version now.',
      schema: versionNotesSchema,
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

function slugParameter(description: string): ParameterObject {
  return { name: 'slug', in: 'path', required: true, description, schema: { type: 'string' } };
}

function adminOperation(
  id: keyof typeof routes,
  endpoint: AdminEndpoint,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const {
    summary,
    description,
    parameters = [],
    answers,
    schema,
    tagged = false,
    body,
    errors = [],
  } = endpoint;
  return operation(
    {
      id: takeId(id),
      tag,
      summary,
      description,
      parameters: [...parameters, ...(tagged ? [sharedParameter('ifNoneMatch', context)] : [])],
      ...(body && { body: jsonBody(body(context), null) }),
      answers: {
        200: answer(
          { description: answers, schema: schema(context), ...(tagged && { headers: ['ETag'] }) },
          context,
        ),
        ...(tagged && { 304: notModified(context) }),
      },
      errors: ['BadUserInput', ...errors],
      guard: routes[id].guard,
    },
    context,
  );
}
