/** State transitions of a document: publishing, drafts, schedules and versions. */
import type { OperationObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import type { GlobalRouteId } from '../../../runtime/codegen/routes/document-routes.js';
import type { Context } from './context.js';
import { type IrDocument, isCollection, unseenErrors, writeResult } from './documents.js';
import type { ErrorName } from './errors.js';
import { type AnswerPlan, answer, operation } from './operation.js';
import { listParameter, sharedParameter } from './parameters.js';
import type { MakeOperation, PathOptions } from './paths.js';
import { rightsOf } from './rights.js';
import { closedObject, nullable, type Schema, type SchemaOrReference } from './schema.js';
import { previewTokenSample, stepSample, versionsSample } from './sdk-samples.js';
import { timestampSchema } from './values.js';
import { phrase } from './words.js';

type Operations<Id extends GlobalRouteId> = Readonly<Record<Id, MakeOperation<IrDocument>>>;
type VersionRouteId = 'listVersions' | 'readVersion' | 'restoreVersion';

/** Publishing, drafts and schedules. */
export const draftOperations: Operations<Exclude<GlobalRouteId, 'read' | 'update' | VersionRouteId>> = {
  publish: (document, options, context) =>
    stepOperation(
      document,
      {
        id: 'publish',
        summary: 'Publish',
        description:
          'Publishes the pending draft; required fields are checked. `publishAt` schedules this, and the draft stays pending until then. `unpublishAt` schedules taking the document back.',
        body: publishBody(context),
        errors: ['BadUserInput', 'PayloadTooLarge', 'UnsupportedMediaType'],
      },
      options,
      context,
    ),
  unpublish: (document, options, context) =>
    stepOperation(
      document,
      {
        id: 'unpublish',
        summary: 'Unpublish',
        description: 'The published content becomes a draft. A pending draft stays unchanged.',
        errors: ['BadUserInput'],
      },
      options,
      context,
    ),
  discardDraft: (document, options, context) =>
    stepOperation(
      document,
      {
        id: 'discardDraftOf',
        sdk: 'discardDraft',
        summary: 'Discard the draft of',
        description:
          'Removes the pending draft; the published content stays. 409 for a document that was never published.',
        errors: ['BadUserInput'],
      },
      options,
      context,
    ),
  readSchedule: (document, options, context) => scheduleOperation(document, 'read', options, context),
  cancelSchedule: (document, options, context) => scheduleOperation(document, 'cancel', options, context),
  createPreviewToken: previewTokenOperation,
};

/** The history of a document. */
export const versionOperations: Operations<VersionRouteId> = {
  listVersions: (document, options, context) =>
    reading(
      document,
      {
        id: options.takeId(`list${document.names.type}Versions`),
        summary: `List the versions of ${target(document)}`,
        description: 'One version for each time it was published or saved as a draft, the newest first.',
        parameters: [listParameter('page', context), listParameter('limit', context)],
        answer: { description: 'A page of versions.', schema: versionPage(document, context) },
        sdk: versionsSample(document),
      },
      options,
      context,
    ),
  readVersion: (document, options, context) =>
    reading(
      document,
      {
        id: options.takeId(`get${document.names.type}Version`),
        summary: `Get a version of ${target(document)}`,
        description: 'As it was saved, with the fields that the config has now or had then.',
        answer: { description: 'The version.', schema: versionSchema(document, context) },
        errors: ['NotFound'],
      },
      options,
      context,
    ),
  restoreVersion: (document, options, context) =>
    stepOperation(
      document,
      {
        id: 'restore',
        summary: 'Restore a version of',
        description: `${document.descriptor.drafts ? 'The version becomes the draft' : 'The document gets the content of the version'}. Values that the config no longer allows are left out.`,
        errors: ['BadUserInput', 'NotFound'],
        argument: true,
      },
      options,
      context,
    ),
};

interface StepPlan {
  /** Start of the operation's id, and unless `sdk` is given the method of the SDK. */
  readonly id: string;
  readonly sdk?: string;
  readonly summary: string;
  readonly description: string;
  readonly body?: SchemaOrReference;
  readonly errors: readonly ErrorName[];
  /** The method of the SDK takes the id of a version. */
  readonly argument?: boolean;
}

function stepOperation(
  document: IrDocument,
  { id, sdk = id, summary, description, body, errors, argument = false }: StepPlan,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  // A restored version takes no key.
  const isKeyed = id !== 'restore';
  const named = id === 'restore' ? `${id}${document.names.type}Version` : `${id}${document.names.type}`;
  return operation(
    {
      id: takeId(named),
      tag,
      summary: `${summary} ${target(document)}`,
      description,
      rights: rightsOf(document, 'update'),
      parameters: [
        sharedParameter('ifMatch', context),
        ...(isKeyed ? [sharedParameter('idempotencyKey', context)] : []),
      ],
      ...(body && { body: { required: false, content: { 'application/json': { schema: body } } } }),
      answers: {
        200: answer(
          {
            description: 'The document after the write.',
            schema: writeResult(document, context, { isKeyed }),
            headers: isKeyed ? ['ETag', 'Idempotency-Replayed'] : ['ETag'],
          },
          context,
        ),
      },
      errors: [...errors, ...unseenErrors(document, true), 'Conflict'],
      sdk: stepSample(document, sdk, argument),
    },
    context,
  );
}

interface ReadingPlan {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly answer: AnswerPlan;
  readonly errors?: readonly ErrorName[];
  readonly sdk?: string;
}

function reading(
  document: IrDocument,
  { answer: plan, errors = [], ...rest }: ReadingPlan,
  { tag }: PathOptions,
  context: Context,
): OperationObject {
  return operation(
    {
      ...rest,
      tag,
      rights: rightsOf(document, 'update'),
      answers: { 200: answer(plan, context) },
      errors: ['BadUserInput', ...unseenErrors(document, true), ...errors],
    },
    context,
  );
}

function scheduleOperation(
  document: IrDocument,
  kind: 'read' | 'cancel',
  options: PathOptions,
  context: Context,
): OperationObject {
  const { type } = document.names;
  return reading(
    document,
    {
      id: options.takeId(kind === 'read' ? `get${type}Schedule` : `cancel${type}Schedule`),
      summary:
        kind === 'read'
          ? `Get the schedule of ${target(document)}`
          : `Cancel the schedule of ${target(document)}`,
      description: 'The scheduled changes of the document. `POST .../publish` sets them.',
      ...(kind === 'cancel' && {
        parameters: [sharedParameter('ifMatch', context)],
        errors: ['Conflict'] as const,
      }),
      answer: { description: 'The current schedule.', schema: scheduleSchema(context) },
    },
    options,
    context,
  );
}

function previewTokenOperation(
  document: IrDocument,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { components, names } = context;
  return operation(
    {
      id: takeId(`issue${document.names.type}PreviewToken`),
      tag,
      summary: `Create a preview token of ${target(document)}`,
      description:
        'For users with a session who may read its drafts. The header `X-Svc-Preview` with the token shows this one document with its draft, by the rights that the user has then, until the token expires or the user logs out.',
      rights: rightsOf(document, 'read'),
      answers: {
        200: answer(
          {
            description: 'The token, which is a secret of the user.',
            schema: components.schema(names.shared('PreviewToken'), () =>
              closedObject({
                token: { type: 'string' },
                expiresAt: { ...timestampSchema, description: 'One hour from now.' },
              }),
            ),
          },
          context,
        ),
      },
      errors: ['BadUserInput', ...unseenErrors(document, true)],
      sdk: previewTokenSample(document),
    },
    context,
  );
}

function target(document: IrDocument): string {
  return isCollection(document) ? `one of ${phrase(document.pluralLabel)}` : `the ${phrase(document.label)}`;
}

function publishBody({ components, names }: Context): SchemaOrReference {
  return components.schema(names.shared('PublishOptions'), () => ({
    description: 'When to publish and unpublish. A time in the past means at once.',
    ...closedObject({ publishAt: nullable(timestampSchema), unpublishAt: nullable(timestampSchema) }, []),
  }));
}

function scheduleSchema({ components, names }: Context): SchemaOrReference {
  const time = (description: string): Schema => ({
    type: ['string', 'null'],
    format: 'date-time',
    description,
  });
  return components.schema(names.shared('DocumentSchedule'), () => ({
    description: 'The scheduled changes of a document.',
    ...closedObject({
      publishAt: time('When its draft is published; null for never.'),
      unpublishAt: time('When it is unpublished; null for never.'),
      error: {
        type: ['string', 'null'],
        description:
          'Why a step that was due could not be done; it waits for another time. Requesters who do not see drafts learn only that it failed.',
      },
    }),
  }));
}

function versionSchema(document: IrDocument, { components, names }: Context): SchemaOrReference {
  const { type } = document.names;
  return components.schema(names.of(type, 'Version'), () => ({
    description: `A version of \`${type}\`.`,
    ...closedObject(
      {
        id: { type: 'string' },
        createdAt: timestampSchema,
        createdBy: {
          type: ['string', 'null'],
          description: 'Who saved it: the id of a user, or `key:` and the id of an API key.',
        },
        createdByName: {
          type: 'string',
          description:
            'The current name of that user; absent for an API key, and if the user no longer exists.',
        },
        status: { type: 'string', enum: ['draft', 'published'], description: 'How it was saved.' },
        document: {
          type: 'object',
          additionalProperties: true,
          description: 'The document with the fields of the version.',
        },
      },
      ['id', 'createdAt', 'createdBy', 'status', 'document'],
    ),
  }));
}

function versionPage(document: IrDocument, context: Context): SchemaOrReference {
  const { components, names } = context;
  return components.schema(names.of(document.names.type, 'VersionPage'), () => {
    const count: Schema = { type: 'integer', minimum: 0 };
    return {
      description: 'One page of versions.',
      ...closedObject({
        docs: { type: 'array', items: versionSchema(document, context) },
        totalDocs: count,
        page: { type: 'integer', minimum: 1 },
        totalPages: count,
        hasNextPage: { type: 'boolean' },
        hasPrevPage: { type: 'boolean' },
      }),
    };
  });
}
