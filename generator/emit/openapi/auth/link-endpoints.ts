/** Logins and invitations by mail. */
import type { inviteRoutes, magicLinkRoutes } from '../../../../runtime/codegen/routes/service-routes.js';
import { closedObject } from '../schema.js';
import { timestampSchema } from '../values.js';
import {
  examplePassword,
  exampleToken,
  redirectSchema,
  rememberSchema,
  tokenParameter,
  tokenSchema,
} from './account-endpoints.js';
import { type Endpoints, text } from './auth-operation.js';
import { type AuthSchemas, emailSchema, nameSchema, passwordSchema } from './auth-schemas.js';
import { exampleId, type SharedParts } from './shared-parts.js';

const email = 'ada@example.com';

export function magicLinkEndpoints(schemas: AuthSchemas): Endpoints<typeof magicLinkRoutes> {
  return {
    requestMagicLink: {
      summary: 'Request a link to log in',
      description: 'The email also contains a code, which works only in the browser that requested it.',
      body: {
        schema: closedObject({ email: emailSchema, redirectTo: redirectSchema }, ['email']),
        example: { email },
      },
      answer: {
        description: 'An email is sent if there is such an account.',
        schema: schemas.message(),
        headers: ['Set-Cookie'],
      },
      sdk: { result: null, method: 'auth.magicLink.request' },
    },
    openMagicLink: {
      summary: 'Get the account of a login link',
      description: 'Does not use up the token. A browser (`Accept: text/html`) gets a page with a button.',
      parameters: [tokenParameter],
      answer: {
        description: 'The address, masked.',
        schema: closedObject({ message: { type: 'string' }, email: { type: 'string' } }),
        page: true,
      },
      errors: ['InvalidToken'],
      sdk: { result: 'login', method: 'auth.magicLink.verify', arguments: [{ token: exampleToken }] },
    },
    verifyMagicLink: {
      summary: 'Log in with the token of a link, or with its code',
      description: 'Uses up the token or the code.',
      body: {
        schema: {
          anyOf: [
            closedObject({ token: tokenSchema, remember: rememberSchema }, ['token']),
            closedObject(
              {
                email: emailSchema,
                code: text(50, { description: 'Of the mail.' }),
                remember: rememberSchema,
              },
              ['email', 'code'],
            ),
          ],
        },
        example: { token: exampleToken },
      },
      form: {
        type: 'object',
        properties: { token: tokenSchema, email: emailSchema, code: text(50), remember: { enum: ['on'] } },
      },
      answer: {
        description: 'The session was started; its cookies are set.',
        schema: schemas.signedIn(),
        headers: ['Set-Cookie'],
      },
      errors: ['InvalidToken'],
      sdk: { result: 'login', method: 'auth.magicLink.verify' },
    },
  };
}

type Acceptance = 'openInvite' | 'acceptInvite';

export function inviteEndpoints(schemas: AuthSchemas, shared: SharedParts): Endpoints<typeof inviteRoutes> {
  return { ...managedInvites(schemas, shared), ...acceptance(schemas) };
}

function managedInvites(
  schemas: AuthSchemas,
  { id, page }: SharedParts,
): Endpoints<Omit<typeof inviteRoutes, Acceptance>> {
  const one = closedObject({ invite: schemas.invite() });
  return {
    listInvites: {
      summary: 'List invitations',
      description: 'For administrators, whom they invited and with which role.',
      parameters: page,
      answer: { description: 'A page of invitations, the newest first.', schema: schemas.invitePage() },
      sdk: { result: 'invites', method: 'auth.invites.list' },
    },
    createInvite: {
      summary: 'Send an invitation by email',
      description:
        'With a role below your own; a super_admin can give any role. Works also if registration is disabled.',
      body: {
        schema: closedObject({ email: emailSchema, role: schemas.role, name: nameSchema }, ['email', 'role']),
        example: { email, role: 'author' },
      },
      answer: {
        status: 201,
        description: 'The invitation; its email is being sent.',
        schema: one,
        headers: ['Location'],
      },
      errors: ['Conflict'],
      sdk: { result: 'created', method: 'auth.invites.create' },
    },
    resendInvite: {
      summary: 'Send an invitation again',
      description: 'With a new link: the previous one no longer works.',
      parameters: [id],
      answer: { description: 'The invitation; its email is being sent.', schema: one },
      errors: ['NotFound', 'Conflict'],
      sdk: { result: 'resent', method: 'auth.invites.resend', arguments: [exampleId] },
    },
    revokeInvite: {
      summary: 'Revoke an invitation',
      description: 'One that was accepted cannot be revoked.',
      parameters: [id],
      answer: { description: 'Its link is void.', schema: schemas.message() },
      errors: ['NotFound', 'Conflict'],
      sdk: { result: null, method: 'auth.invites.revoke', arguments: [exampleId] },
    },
  };
}

function acceptance(schemas: AuthSchemas): Endpoints<Pick<typeof inviteRoutes, Acceptance>> {
  const accepted = { token: exampleToken, password: examplePassword };
  return {
    openInvite: {
      summary: 'Get the details of an invitation',
      description: 'Does not use up the token. A browser (`Accept: text/html`) gets a page with a form.',
      parameters: [tokenParameter],
      answer: {
        description: 'Whom it is for.',
        schema: closedObject({
          invite: closedObject({
            email: { type: 'string', format: 'email' },
            name: { type: ['string', 'null'] },
            role: schemas.role,
            expiresAt: timestampSchema,
          }),
        }),
        page: true,
      },
      errors: ['InvalidToken'],
      sdk: { result: 'accepted', method: 'auth.acceptInvite', arguments: [accepted] },
    },
    acceptInvite: {
      summary: 'Accept an invitation',
      description: 'Uses up the token. The role is that of the invitation.',
      body: {
        schema: closedObject({ token: tokenSchema, password: passwordSchema, name: nameSchema }, [
          'token',
          'password',
        ]),
        example: accepted,
      },
      answer: {
        description: 'The account was created. No session was started.',
        schema: closedObject({ user: schemas.user() }),
      },
      errors: ['InvalidToken', 'Conflict'],
      sdk: { result: 'accepted', method: 'auth.acceptInvite' },
    },
  };
}
