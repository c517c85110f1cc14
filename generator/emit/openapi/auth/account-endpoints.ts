/** Registration, login and everything that changes a password or an address. */
import type { AuthDescriptor } from '../../../../runtime/codegen/descriptors.js';
import { closedObject, type SchemaOrReference } from '../schema.js';
import { type Endpoint, text } from './auth-operation.js';
import { type AuthSchemas, emailSchema, passwordSchema } from './auth-schemas.js';

const email = 'ada@example.com';
export const examplePassword = 'Correct-horse-7-battery';
export const exampleToken = 'Jq1n0w4yV8bX2mZ6cR3tL5kP7sD9fG1hA0eU4iO6yTw';

export const rememberSchema: SchemaOrReference = {
  type: 'boolean',
  default: true,
  description: 'Whether the session outlives the browser: 30 days instead of 12 hours.',
};

export const tokenSchema: SchemaOrReference = text(500, { description: 'Of the link that was mailed.' });
export const redirectSchema: SchemaOrReference = {
  type: ['string', 'null'],
  maxLength: 2000,
  description: 'Where the link leads in the end: on this service, or on one of its trusted origins.',
};

export function accountEndpoints(auth: AuthDescriptor, schemas: AuthSchemas): readonly Endpoint[] {
  return [
    ...registration(schemas),
    ...sessions(auth, schemas),
    ...passwords(schemas),
    ...verification(schemas),
  ];
}

function registration(schemas: AuthSchemas): readonly Endpoint[] {
  return [
    {
      method: 'post',
      path: '/api/auth/register',
      id: 'register',
      summary: 'Make an account',
      description:
        'Where addresses are verified, the answer for one that is taken is no different: its owner gets a mail. 403 with a message that says so where an administrator has disabled registration.',
      guard: 'form',
      body: { schema: schemas.registration(), example: { email, password: examplePassword, name: 'Ada' } },
      answer: {
        status: 201,
        description: 'The account is made, without a session.',
        schema: closedObject({ user: schemas.user(), message: { type: 'string' } }),
        headers: ['Location'],
      },
      errors: ['Conflict'],
      sdk: { result: 'registered', method: 'auth.register' },
    },
    {
      method: 'get',
      path: '/api/auth/config',
      id: 'getAuthConfig',
      summary: 'Ask what a login page needs to know',
      guard: 'page',
      answer: { description: 'What is switched on.', schema: schemas.configuration() },
      sdk: { result: 'config', method: 'auth.config' },
    },
  ];
}

function sessions({ tokenInBody }: AuthDescriptor, schemas: AuthSchemas): readonly Endpoint[] {
  const refreshToken = { refreshToken: exampleToken };
  return [
    {
      method: 'post',
      path: '/api/auth/login',
      id: 'login',
      summary: 'Log in',
      guard: 'form',
      body: {
        schema: closedObject(
          {
            email: emailSchema,
            password: passwordSchema,
            remember: rememberSchema,
          },
          ['email', 'password'],
        ),
        example: { email, password: examplePassword },
      },
      answer: {
        description: 'The session has begun; its cookies are set.',
        schema: schemas.signedIn(),
        headers: ['Set-Cookie'],
      },
      errors: ['NotAuthenticated', 'LoginForbidden', 'AccountLocked'],
      sdk: { result: 'login', method: 'auth.login' },
    },
    {
      method: 'post',
      path: '/api/auth/logout',
      id: 'logout',
      summary: 'Log out',
      description: 'Ends the session, and does no harm without one.',
      guard: 'form',
      answer: {
        description: 'There is no session any more; the cookies are cleared.',
        schema: schemas.message(),
        headers: ['Set-Cookie'],
      },
      sdk: { result: null, method: 'auth.logout' },
    },
    {
      method: 'post',
      path: '/api/auth/refresh',
      id: 'refreshSession',
      summary: 'Renew the session',
      description: 'A refresh token is good once; an older one ends the session.',
      guard: 'refresh',
      ...(tokenInBody && {
        body: {
          schema: closedObject({ refreshToken: text(4096) }, []),
          example: refreshToken,
          optional: true,
        },
      }),
      answer: {
        description: 'The session continues with new cookies.',
        schema: schemas.signedIn(),
        headers: ['Set-Cookie'],
      },
      sdk: { result: 'session', method: 'auth.refresh' },
    },
    {
      method: 'get',
      path: '/api/auth/me',
      id: 'getMe',
      summary: 'Ask who is logged in',
      guard: 'user',
      answer: { description: 'Who sends the request.', schema: schemas.identity() },
      sdk: { result: 'me', method: 'auth.me' },
    },
  ];
}

function passwords(schemas: AuthSchemas): readonly Endpoint[] {
  return [
    {
      method: 'post',
      path: '/api/auth/forgot-password',
      id: 'forgotPassword',
      summary: 'Ask for a link that sets a new password',
      guard: 'form',
      body: {
        schema: closedObject({ email: emailSchema, redirectTo: redirectSchema }, ['email']),
        example: { email },
      },
      answer: {
        description: 'A mail is on its way, if there is such an account.',
        schema: schemas.message(),
      },
      sdk: { result: null, method: 'auth.forgotPassword' },
    },
    {
      method: 'post',
      path: '/api/auth/reset-password',
      id: 'resetPassword',
      summary: 'Set a new password by a link',
      description: 'A password that the policy refuses does not use the token up.',
      guard: 'form',
      body: {
        schema: closedObject({ token: tokenSchema, password: passwordSchema }),
        example: { token: exampleToken, password: examplePassword },
      },
      answer: {
        description: 'The password is changed, and all sessions have ended.',
        schema: schemas.message(),
        headers: ['Set-Cookie'],
      },
      errors: ['InvalidToken'],
      sdk: { result: null, method: 'auth.resetPassword' },
    },
    {
      method: 'post',
      path: '/api/auth/change-password',
      id: 'changePassword',
      summary: 'Change the password',
      guard: 'session',
      body: {
        schema: closedObject({ currentPassword: passwordSchema, newPassword: passwordSchema }),
        example: { currentPassword: 'Wrong-mule-3-charger', newPassword: examplePassword },
      },
      answer: {
        description: 'The password is changed; other sessions have ended, and this one has a new id.',
        schema: schemas.replacedSession(),
        headers: ['Set-Cookie'],
      },
      errors: ['NotAuthenticated', 'AccountLocked'],
      sdk: { result: null, method: 'auth.changePassword' },
    },
  ];
}

function verification(schemas: AuthSchemas): readonly Endpoint[] {
  const verified = closedObject({ message: { type: 'string' }, user: schemas.user() });
  return [
    {
      method: 'get',
      path: '/api/auth/verify-email',
      id: 'openVerification',
      summary: 'Verify the address by a link',
      description:
        'Uses the token up. A browser (`Accept: text/html`) gets a page with a button instead, and HEAD nothing: neither does.',
      guard: 'link',
      parameters: [tokenParameter],
      answer: { description: 'The address is verified.', schema: verified, page: true },
      errors: ['InvalidToken'],
      sdk: { result: null, method: 'auth.verifyEmail', arguments: [{ token: exampleToken }] },
    },
    {
      method: 'post',
      path: '/api/auth/verify-email',
      id: 'verifyEmail',
      summary: 'Verify the address by its token',
      guard: 'form',
      body: { schema: closedObject({ token: tokenSchema }), example: { token: exampleToken } },
      form: { type: 'object', properties: { token: tokenSchema }, required: ['token'] },
      answer: { description: 'The address is verified.', schema: verified },
      errors: ['InvalidToken'],
      sdk: { result: null, method: 'auth.verifyEmail' },
    },
    {
      method: 'post',
      path: '/api/auth/verify-email/resend',
      id: 'resendVerification',
      summary: 'Ask for another link that verifies the address',
      guard: 'form',
      body: { schema: closedObject({ email: emailSchema }), example: { email } },
      answer: {
        description: 'A mail is on its way, if the address waits to be verified.',
        schema: schemas.message(),
      },
      sdk: { result: null, method: 'auth.verifyEmailResend' },
    },
  ];
}

/** The token of a link, as in its query string. */
export const tokenParameter = {
  name: 'token',
  in: 'query',
  required: true,
  description: 'Of the link that was mailed.',
  schema: { type: 'string', minLength: 1 },
} as const;
