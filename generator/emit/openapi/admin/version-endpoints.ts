/** Labels of versions, and comments on them. */
import { maxComment, maxVersionLabel } from '../../../../runtime/codegen/version-note-limits.js';
import type { Context } from '../context.js';
import { listParameter, sharedParameter } from '../parameters.js';
import { closedObject, type Schema, type SchemaOrReference } from '../schema.js';
import { timestampSchema } from '../values.js';
import {
  type AdminEndpoint,
  type AdminEndpoints,
  listOf,
  named,
  slugParameter,
  text,
} from './admin-endpoint.js';

export function versionEndpoints(
  context: Context,
): AdminEndpoints<
  'getAdminVersionNotes' | 'putAdminVersionLabel' | 'postAdminVersionComment' | 'deleteAdminVersionComment'
> {
  const id = sharedParameter('id', context);
  const versionId = sharedParameter('versionId', context);
  const versionsParameter = slugParameter('Slug of the collection, or `globals.` and that of a global.');
  const ofVersion: Pick<AdminEndpoint, 'parameters' | 'errors'> = {
    parameters: [versionsParameter, id, versionId],
    errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType'],
  };
  return {
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
        versionId,
        { name: 'commentId', in: 'path', required: true, schema: { type: 'string' } },
      ],
      errors: ['NotFound'],
      answers: 'What is said of the version now.',
      schema: versionNotesSchema,
    },
  };
}

function versionNotesSchema(context: Context): SchemaOrReference {
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

function versionLabelSchema(context: Context): SchemaOrReference {
  return named('AdminVersionLabel', context, () =>
    closedObject({ label: { type: ['string', 'null'], maxLength: maxVersionLabel } }),
  );
}

function versionCommentSchema(context: Context): SchemaOrReference {
  return named('AdminVersionComment', context, () =>
    closedObject({ text: { type: 'string', minLength: 1, maxLength: maxComment } }),
  );
}
