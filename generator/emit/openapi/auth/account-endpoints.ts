/** Registration, login and everything that changes a password or an address. */
import type { AuthDescriptor } from '../../../../runtime/codegen/descriptors.js';
import type {
  emailChangeRoutes,
  loginRoutes,
  passwordRoutes,
  registrationRoutes,
  verificationRoutes,
} from '../../../../runtime/codegen/routes/service-routes.js';
import { closedObject, nullable, type SchemaOrReference } from '../schema.js';
import { timestampSchema } from '../values.js';
import { type Endpoints, text } from './auth-operation.js';
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

export function registrationEndpoints(schemas: AuthSchemas): Endpoints<typeof registrationRoutes> {
  return {
    register: {
      summary: 'Make an account',
      description:
        'If addresses are verified, the response for an address in use is the same, and its owner gets an email. 403 if an administrator has disabled registration.',
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
    getAuthConfig: {
      summary: 'Get the settings for a login page',
      description:
        'Whether people may register, which ways to log in there are, and the rules for passwords.',
      answer: { description: 'The enabled features.', schema: schemas.configuration() },
      sdk: { result: 'config', method: 'auth.config' },
    },
  };
}

export function loginEndpoints(
  { tokenInBody }: AuthDescriptor,
  schemas: AuthSchemas,
): Endpoints<typeof loginRoutes> {
  const refreshToken = { refreshToken: exampleToken };
  return {
    login: {
      summary: 'Log in',
      description: 'Starts a session of 30 days, or of 12 hours without `remember`, and sets its cookies.',
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
    logout: {
      summary: 'Log out',
      description: 'Ends the session. Does nothing if there is none.',
      answer: {
        description: 'The session has ended; the cookies are cleared.',
        schema: schemas.message(),
        headers: ['Set-Cookie'],
      },
      sdk: { result: null, method: 'auth.logout' },
    },
    refreshSession: {
      summary: 'Renew the session',
      description: 'A refresh token can be used once; using it again ends the session.',
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
    getMe: {
      summary: 'Get the logged-in user',
      description: 'The user of the session, or the API key that was sent.',
      answer: { description: 'Who sent the request.', schema: schemas.identity() },
      sdk: { result: 'me', method: 'auth.me' },
    },
  };
}

export function passwordEndpoints(schemas: AuthSchemas): Endpoints<typeof passwordRoutes> {
  return {
    forgotPassword: {
      summary: 'Request a link to set a new password',
      description: 'The response is the same whether there is such an account or not.',
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
    resetPassword: {
      summary: 'Set a new password with the token of a link',
      description: 'A password that violates the policy does not use up the token.',
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
    changePassword: {
      summary: 'Change the password',
      description: 'Ends all other sessions of the user.',
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
  };
}

export function emailChangeEndpoints(schemas: AuthSchemas): Endpoints<typeof emailChangeRoutes> {
  const pending = closedObject({ newEmail: { type: 'string' }, expiresAt: timestampSchema });
  return {
    getEmailChange: {
      summary: 'Get the change of your address that waits for its confirmation',
      description: 'Null if you have asked for none, or its link has expired.',
      answer: {
        description: 'The new address, and when its link expires.',
        schema: closedObject({ emailChange: nullable(pending) }),
      },
      sdk: { result: 'pending', method: 'auth.emailChange.get' },
    },
    requestEmailChange: {
      summary: 'Ask for another address',
      description:
        'A link is sent to the new address, and a notice to the old one. The address stays as it is until the link is used. The response for an address in use is the same, and its owner gets an email.',
      body: {
        schema: closedObject({ currentPassword: passwordSchema, newEmail: emailSchema }),
        example: { currentPassword: examplePassword, newEmail: 'ada@example.org' },
      },
      answer: { description: 'The emails are sent.', schema: schemas.message() },
      errors: ['NotAuthenticated', 'AccountLocked'],
      sdk: { result: null, method: 'auth.emailChange.request' },
    },
    cancelEmailChange: {
      summary: 'Cancel the change of your address',
      description: 'Its link is not valid any more. Does nothing if there is none.',
      answer: { description: 'The address stays as it is.', schema: schemas.message() },
      sdk: { result: null, method: 'auth.emailChange.cancel' },
    },
    confirmEmailChange: {
      summary: 'Change the address with the token of a link',
      description:
        'Ends all sessions except the one that asked for the change, and makes links that were sent to the old address invalid. 409 if another account has got the address since.',
      body: { schema: closedObject({ token: tokenSchema }), example: { token: exampleToken } },
      answer: {
        description: 'The address is changed, and verified.',
        schema: closedObject({ message: { type: 'string' }, user: schemas.user() }),
      },
      errors: ['InvalidToken', 'Conflict'],
      sdk: { result: null, method: 'auth.emailChange.confirm' },
    },
  };
}

export function verificationEndpoints(schemas: AuthSchemas): Endpoints<typeof verificationRoutes> {
  const verified = closedObject({ message: { type: 'string' }, user: schemas.user() });
  return {
    openVerification: {
      summary: 'Verify the address by opening a link',
      description:
        'Uses up the token. A browser (`Accept: text/html`) gets a page with a button instead, and HEAD no body: neither uses it up.',
      parameters: [tokenParameter],
      answer: { description: 'The address is verified.', schema: verified, page: true },
      errors: ['InvalidToken'],
      sdk: { result: null, method: 'auth.verifyEmail', arguments: [{ token: exampleToken }] },
    },
    verifyEmail: {
      summary: 'Verify the address with the token of a link',
      description: 'Uses up the token.',
      body: { schema: closedObject({ token: tokenSchema }), example: { token: exampleToken } },
      form: { type: 'object', properties: { token: tokenSchema }, required: ['token'] },
      answer: { description: 'The address is verified.', schema: verified },
      errors: ['InvalidToken'],
      sdk: { result: null, method: 'auth.verifyEmail' },
    },
    resendVerification: {
      summary: 'Request another link to verify the address',
      description: 'The response is the same whether there is such an account or not.',
      body: { schema: closedObject({ email: emailSchema }), example: { email } },
      answer: {
        description: 'An email is sent if the address is not verified yet.',
        schema: schemas.message(),
      },
      sdk: { result: null, method: 'auth.verifyEmailResend' },
    },
  };
}

/** The token of a link, as in its query string. */
export const tokenParameter = {
  name: 'token',
  in: 'query',
  required: true,
  description: 'The token of the link in the email.',
  schema: { type: 'string', minLength: 1 },
} as const;
