/** Bodies and responses of the endpoints of authentication. */

import { auditTypes } from '../../../../runtime/codegen/audit-types.js';
import type { AuthDescriptor } from '../../../../runtime/codegen/descriptors.js';
import { inputFields } from '../../../ir/input-fields.js';
import type { IrField } from '../../../ir/ir.js';
import { usersOf } from '../../../ir/users-of.js';
import type { Context } from '../context.js';
import { inputObject } from '../input-fields.js';
import { outputProperties } from '../output-fields.js';
import { closedObject, nullable, type Properties, type Schema, type SchemaOrReference } from '../schema.js';
import { idSchema, timestampSchema } from '../values.js';
import { text } from './auth-operation.js';

/** Named schemas of authentication, each created when it is first used. */
export interface AuthSchemas {
  user(): SchemaOrReference;
  signedIn(): SchemaOrReference;
  replacedSession(): SchemaOrReference;
  identity(): SchemaOrReference;
  registration(): SchemaOrReference;
  sessionList(): SchemaOrReference;
  revokedSessions(): SchemaOrReference;
  lockList(): SchemaOrReference;
  invite(): SchemaOrReference;
  invitePage(): SchemaOrReference;
  apiKey(): SchemaOrReference;
  apiKeyPage(): SchemaOrReference;
  newApiKey(): SchemaOrReference;
  auditPage(): SchemaOrReference;
  configuration(): SchemaOrReference;
  settings(): SchemaOrReference;
  message(): SchemaOrReference;
  /** Name of a role. */
  readonly role: Schema;
}

export const emailSchema: Schema = { type: 'string', format: 'email', maxLength: 254 };
export const passwordSchema: Schema = { ...text(4096), format: 'password' };
export const nameSchema: SchemaOrReference = nullable(text(200));

/** Roles that registration may give (docs/spec/service.md#system-settings). */
export const registrationRoles = ['customer', 'author', 'editor', 'admin'] as const;

export function createAuthSchemas(context: Context, auth: AuthDescriptor): AuthSchemas {
  const { components, names, ir } = context;
  const named = (name: string, make: () => Schema) => (): SchemaOrReference =>
    components.schema(names.shared(name), make);
  const role: Schema = { type: 'string', enum: Object.keys(auth.roles) };
  const pageOf = (name: string, item: () => SchemaOrReference) =>
    named(name, () =>
      closedObject({
        docs: { type: 'array', items: item() },
        totalDocs: { type: 'integer', minimum: 0 },
        page: { type: 'integer', minimum: 1 },
        totalPages: { type: 'integer', minimum: 0 },
        hasNextPage: { type: 'boolean' },
        hasPrevPage: { type: 'boolean' },
      }),
    );
  const tokens: Properties = auth.tokenInBody
    ? {
        token: { type: 'string', description: 'For `Authorization: Bearer`; valid for 15 minutes.' },
        refreshToken: { type: 'string', description: 'For `POST /api/auth/refresh`; can be used once.' },
      }
    : {};
  const user = named('AuthUser', () => userSchema(context, role));
  const sessionSummary = named('AuthSessionSummary', () =>
    closedObject({ id: { type: 'string' }, expiresAt: timestampSchema }),
  );
  const invite = named('AuthInvite', () =>
    closedObject({
      id: idSchema,
      email: { type: 'string', format: 'email' },
      role,
      status: { type: 'string', enum: ['pending', 'accepted', 'expired'] },
      expiresAt: timestampSchema,
      invitedBy: { ...idSchema, description: 'Id of the user who sent the invitation.' },
    }),
  );
  const apiKey = named('AuthApiKey', () => apiKeySchema(role));
  return {
    role,
    user,
    invite,
    apiKey,
    signedIn: named('AuthSignedIn', () =>
      closedObject({
        user: user(),
        session: sessionSummary(),
        ...tokens,
      }),
    ),
    replacedSession: named('AuthReplacedSession', () =>
      closedObject({ message: { type: 'string' }, session: sessionSummary(), ...tokens }),
    ),
    identity: named('AuthIdentity', () => ({
      description: 'The user and the session; or the API key, and `user` is null.',
      anyOf: [
        closedObject({ user: user(), session: sessionSummary() }),
        closedObject({
          user: { type: 'null' },
          apiKey: closedObject({
            id: idSchema,
            name: { type: 'string' },
            role: nullable(role),
            scopes: scopeList,
          }),
        }),
      ],
    })),
    registration: named('AuthRegistration', () => registrationSchema(context)),
    sessionList: named('AuthSessionList', () =>
      closedObject({
        sessions: {
          type: 'array',
          items: closedObject({
            id: { type: 'string' },
            createdAt: timestampSchema,
            lastSeenAt: timestampSchema,
            expiresAt: timestampSchema,
            ip: { type: ['string', 'null'] },
            userAgent: { type: ['string', 'null'] },
            current: { type: 'boolean', description: 'Whether it is the session of this request.' },
          }),
        },
      }),
    ),
    revokedSessions: named('AuthRevokedSessions', () =>
      closedObject({
        message: { type: 'string' },
        revoked: { type: 'integer', minimum: 0, description: 'How many sessions were ended.' },
      }),
    ),
    lockList: named('AuthLockList', () =>
      closedObject({
        locks: {
          type: 'array',
          items: closedObject({
            userId: idSchema,
            lockedUntil: { ...timestampSchema, description: 'When the lock ends by itself.' },
          }),
        },
      }),
    ),
    invitePage: pageOf('AuthInvitePage', invite),
    apiKeyPage: pageOf('AuthApiKeyPage', apiKey),
    newApiKey: named('AuthNewApiKey', () =>
      closedObject({
        apiKey: apiKey(),
        key: { type: 'string', description: 'The key itself. It is returned only this once.' },
      }),
    ),
    auditPage: pageOf('AuthAuditPage', named('AuthAuditEntry', auditEntry)),
    configuration: named('AuthConfiguration', () =>
      closedObject({
        registrationEnabled: { type: 'boolean' },
        emailVerificationRequired: { type: 'boolean' },
        passwordPolicy: closedObject({
          minLength: { type: 'integer', minimum: 8 },
          uppercase: { type: 'boolean' },
          lowercase: { type: 'boolean' },
          digit: { type: 'boolean' },
          symbol: { type: 'boolean' },
        }),
        magicLink: { type: 'boolean' },
      }),
    ),
    settings: named('AuthSystemSettings', () => closedObject(settingsProperties)),
    message: named('AuthMessage', () => closedObject({ message: { type: 'string' } })),
  };

  function apiKeySchema(ownRole: Schema): Schema {
    return closedObject({
      id: idSchema,
      name: { type: 'string' },
      prefix: { type: 'string', description: 'The first characters of the key.' },
      role: { ...nullable(ownRole), description: 'Null if the key has scopes instead.' },
      scopes: { ...scopeList, description: 'Null if the key has a role instead.' },
      expiresAt: { ...nullable(timestampSchema), description: 'Null: never.' },
      lastUsedAt: nullable(timestampSchema),
      createdAt: timestampSchema,
      createdBy: { ...nullable(idSchema), description: 'Null for a key created on the command line.' },
      disabled: { type: 'boolean' },
    });
  }

  function registrationSchema(own: Context): Schema {
    const users = usersOf(ir);
    const open = inputFields(users, 'create').filter(
      ({ descriptor }) => !builtIn.has(descriptor.name) && descriptor.access === undefined,
    );
    const { properties = {}, required = [] } = inputObject(open, 'create', own);
    return {
      description: 'A new account. Fields that are not listed here are ignored.',
      type: 'object',
      properties: { email: emailSchema, password: passwordSchema, name: nameSchema, ...properties },
      required: ['email', 'password', ...required],
    };
  }
}

const scopeList: Schema = { type: ['array', 'null'], items: { type: 'string' } };

export const settingsProperties: Properties = {
  enableRegistration: { type: 'boolean', description: 'Whether visitors may register accounts.' },
  defaultRegistrationRole: {
    type: 'string',
    enum: [...registrationRoles],
    description: 'The role of a new account.',
  },
};

const builtIn: ReadonlySet<string> = new Set(['email', 'password', 'name', 'role', 'emailVerified']);

/** A user as the endpoints return it: the built-in fields, and the readable ones of the config. */
function userSchema(context: Context, role: Schema): Schema {
  const own: readonly IrField[] = usersOf(context.ir).fields.filter(
    ({ descriptor }) => !builtIn.has(descriptor.name),
  );
  const shape = { relations: 'ids', partial: false, unwritten: false, draft: false } as const;
  const always: Properties = {
    id: idSchema,
    email: { type: 'string', format: 'email' },
    name: { type: ['string', 'null'] },
    role,
    emailVerified: { type: 'boolean' },
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  };
  return {
    description: 'A user. Fields that the config adds are absent if they were not sent at registration.',
    ...closedObject({ ...always, ...outputProperties(own, shape, context) }, Object.keys(always)),
  };
}

function auditEntry(): Schema {
  const textOrNull: Schema = { type: ['string', 'null'] };
  return closedObject({
    id: { type: 'string' },
    at: timestampSchema,
    type: { type: 'string', enum: [...auditTypes] },
    outcome: { type: 'string', enum: ['success', 'failure'] },
    userId: { ...textOrNull, description: 'Whom it concerns.' },
    actorId: {
      ...textOrNull,
      description: 'Who did it: the id of a user, or `key:` and the id of an API key.',
    },
    emailHash: { ...textOrNull, description: 'Hash of the email that was entered.' },
    ip: textOrNull,
    userAgent: textOrNull,
    sessionId: textOrNull,
    requestId: textOrNull,
    reason: textOrNull,
  });
}
