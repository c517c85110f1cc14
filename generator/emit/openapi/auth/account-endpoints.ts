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
  description: 'Whether the session continues when the browser is closed: 30 days instead of 12 hours.',
};

export const tokenSchema: SchemaOrReference = text(500, {
  description: 'The token of the link in the email.',
});
export const redirectSchema: SchemaOrReference = {
  type: ['string', 'null'],
  maxLength: 2000,
  description: 'The page to open afterwards: on this service, or on one of its trusted origins.',
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
        'If addresses are verified, the response for an address in use is the same, and its owner gets an email. 403 if an administrator has disabled registration.',
      guard: 'form',
      body: { schema: schemas.registration(), example: { email, password: examplePassword, name: 'Ada' } },
      answer: {
        status: 201,
        description: 'The account was created. No session was started.',
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
      summary: 'Get the settings for a login page',
      guard: 'page',
      answer: { description: 'The enabled features.', schema: schemas.configuration() },
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
        description: 'The session was started; its cookies are set.',
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
      description: 'Ends the session. Does nothing if there is none.',
      guard: 'form',
      answer: {
        description: 'The session has ended; the cookies are cleared.',
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
      description: 'A refresh token can be used once; using it again ends the session.',
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
      summary: 'Get the logged-in user',
      guard: 'user',
      answer: { description: 'Who sent the request.', schema: schemas.identity() },
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
      summary: 'Request a link to set a new password',
      guard: 'form',
      body: {
        schema: closedObject({ email: emailSchema, redirectTo: redirectSchema }, ['email']),
        example: { email },
      },
      answer: {
        description: 'An email is sent if there is such an account.',
        schema: schemas.message(),
      },
      sdk: { result: null, method: 'auth.forgotPassword' },
    },
    {
      method: 'post',
      path: '/api/auth/reset-password',
      id: 'resetPassword',
      summary: 'Set a new password with the token of a link',
      description: 'A password that violates the policy does not use up the token.',
      guard: 'form',
      body: {
        schema: closedObject({ token: tokenSchema, password: passwordSchema }),
        example: { token: exampleToken, password: examplePassword },
      },
      answer: {
        description: 'The password was changed, and all sessions have ended.',
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
        description: 'The password was changed; other sessions have ended, and this one has a new id.',
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
      summary: 'Verify the address by opening a link',
      description:
        'Uses up the token. A browser (`Accept: text/html`) gets a page with a button instead, and HEAD no body: neither uses it up.',
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
      summary: 'Verify the address with the token of a link',
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
      summary: 'Request another link to verify the address',
      guard: 'form',
      body: { schema: closedObject({ email: emailSchema }), example: { email } },
      answer: {
        description: 'An email is sent if the address is not verified yet.',
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
  description: 'The token of the link in the email.',
  schema: { type: 'string', minLength: 1 },
} as const;
