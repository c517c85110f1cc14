/** What the dashboard offers to administrators. */
import type { Context } from '../context.js';
import { sharedParameter } from '../parameters.js';
import { closedObject, nullable, type Schema, type SchemaOrReference } from '../schema.js';
import { timestampSchema } from '../values.js';
import { type AdminEndpoints, flag, listOf, named, text } from './admin-endpoint.js';

export function accountEndpoints(
  context: Context,
): AdminEndpoints<'getAdminRights' | 'postAdminTestMail' | 'postAdminResetLink'> {
  const id = sharedParameter('id', context);
  return {
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
  };
}

function rightsSchema(context: Context): SchemaOrReference {
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

function testMailSchema(context: Context): SchemaOrReference {
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

function resetLinkRequestSchema(context: Context): SchemaOrReference {
  return named('AdminResetLinkRequest', context, () =>
    closedObject({ mail: { ...flag, description: 'Whether the link is mailed instead of returned.' } }),
  );
}

function resetLinkSchema(context: Context): SchemaOrReference {
  return named('AdminResetLink', context, () =>
    closedObject({
      link: { type: ['string', 'null'], format: 'uri', description: 'Null: it was mailed.' },
      expiresAt: timestampSchema,
    }),
  );
}
