/** Logins and invitations by mail. */
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
import { type Endpoint, text } from './auth-operation.js';
import { type AuthSchemas, emailSchema, nameSchema, passwordSchema } from './auth-schemas.js';
import { exampleId, type SharedParts } from './shared-parts.js';

const email = 'ada@example.com';

export function magicLinkEndpoints(schemas: AuthSchemas): readonly Endpoint[] {
  return [
    {
      method: 'post',
      path: '/api/auth/magic-link',
      id: 'requestMagicLink',
      summary: 'Request a link to log in',
      description: 'The email also contains a code, which works only in the browser that requested it.',
      guard: 'form',
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
    {
      method: 'get',
      path: '/api/auth/magic-link/verify',
      id: 'openMagicLink',
      summary: 'Get the account of a login link',
      description: 'Does not use up the token. A browser (`Accept: text/html`) gets a page with a button.',
      guard: 'link',
      parameters: [tokenParameter],
      answer: {
        description: 'The address, masked.',
        schema: closedObject({ message: { type: 'string' }, email: { type: 'string' } }),
        page: true,
      },
      errors: ['InvalidToken'],
      sdk: { result: 'login', method: 'auth.magicLink.verify', arguments: [{ token: exampleToken }] },
    },
    {
      method: 'post',
      path: '/api/auth/magic-link/verify',
      id: 'verifyMagicLink',
      summary: 'Log in with the token of a link, or with its code',
      guard: 'form',
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
  ];
}

export function inviteEndpoints(schemas: AuthSchemas, shared: SharedParts): readonly Endpoint[] {
  return [...managedInvites(schemas, shared), ...acceptance(schemas)];
}

function managedInvites(schemas: AuthSchemas, { id, page }: SharedParts): readonly Endpoint[] {
  const one = closedObject({ invite: schemas.invite() });
  return [
    {
      method: 'get',
      path: '/api/auth/invites',
      id: 'listInvites',
      summary: 'List invitations',
      guard: 'session',
      parameters: page,
      answer: { description: 'A page of invitations, the newest first.', schema: schemas.invitePage() },
      sdk: { result: 'invites', method: 'auth.invites.list' },
    },
    {
      method: 'post',
      path: '/api/auth/invites',
      id: 'createInvite',
      summary: 'Send an invitation by email',
      description:
        'With a role below your own; a super_admin can give any role. Works also if registration is disabled.',
      guard: 'session',
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
    {
      method: 'post',
      path: '/api/auth/invites/{id}/resend',
      id: 'resendInvite',
      summary: 'Send an invitation again',
      description: 'With a new link: the previous one no longer works.',
      guard: 'session',
      parameters: [id],
      answer: { description: 'The invitation; its email is being sent.', schema: one },
      errors: ['NotFound', 'Conflict'],
      sdk: { result: 'resent', method: 'auth.invites.resend', arguments: [exampleId] },
    },
    {
      method: 'delete',
      path: '/api/auth/invites/{id}',
      id: 'revokeInvite',
      summary: 'Revoke an invitation',
      guard: 'session',
      parameters: [id],
      answer: { description: 'Its link is void.', schema: schemas.message() },
      errors: ['NotFound', 'Conflict'],
      sdk: { result: null, method: 'auth.invites.revoke', arguments: [exampleId] },
    },
  ];
}

function acceptance(schemas: AuthSchemas): readonly Endpoint[] {
  const accepted = { token: exampleToken, password: examplePassword };
  return [
    {
      method: 'get',
      path: '/api/auth/accept-invite',
      id: 'openInvite',
      summary: 'Get the details of an invitation',
      description: 'Does not use up the token. A browser (`Accept: text/html`) gets a page with a form.',
      guard: 'link',
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
    {
      method: 'post',
      path: '/api/auth/accept-invite',
      id: 'acceptInvite',
      summary: 'Accept an invitation',
      guard: 'form',
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
  ];
}
