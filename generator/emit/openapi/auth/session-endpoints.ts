/** The requester's sessions and those of other users, API keys, the audit log and the system settings. */
import type { ParameterObject } from 'openapi3-ts/oas31';
import { auditTypes } from '../../../../runtime/codegen/audit-types.js';
import type {
  accountControlRoutes,
  apiKeyRoutes,
  auditRoutes,
  sessionRoutes,
  settingsRoutes,
} from '../../../../runtime/codegen/routes/service-routes.js';
import { closedObject, nullable, type Schema } from '../schema.js';
import { timestampSchema } from '../values.js';
import { type Endpoints, text } from './auth-operation.js';
import { type AuthSchemas, settingsProperties } from './auth-schemas.js';
import { exampleId, type SharedParts } from './shared-parts.js';

export function sessionEndpoints(
  schemas: AuthSchemas,
  { sessionId }: SharedParts,
): Endpoints<typeof sessionRoutes> {
  return {
    listSessions: {
      summary: 'List your sessions',
      description: 'With device, address and time of the last use; the one of this request is marked.',
      answer: { description: 'Your active sessions.', schema: schemas.sessionList() },
      sdk: { result: 'list', method: 'auth.sessions.list' },
    },
    revokeOtherSessions: {
      summary: 'End all your sessions except this one',
      description: 'The session of the request stays.',
      answer: { description: 'They have ended.', schema: schemas.revokedSessions() },
      sdk: { result: null, method: 'auth.sessions.revokeOthers' },
    },
    revokeSession: {
      summary: 'End one of your sessions',
      description: 'Its cookies are refused from the next request on.',
      parameters: [sessionId],
      answer: {
        description: 'The session has ended; if it was this one, its cookies are cleared.',
        schema: schemas.message(),
        headers: ['Set-Cookie'],
      },
      errors: ['NotFound'],
      sdk: { result: null, method: 'auth.sessions.revoke', arguments: ['pC8r0nq2LdXb6yTz5mWk1A'] },
    },
  };
}

/** Actions of administrators on the accounts of other users. */
export function accountControlEndpoints(
  schemas: AuthSchemas,
  { id }: SharedParts,
): Endpoints<typeof accountControlRoutes> {
  return {
    listUserSessions: {
      summary: 'List the sessions of a user',
      description: 'For administrators of a higher role than the user.',
      parameters: [id],
      answer: { description: 'The active sessions of the user.', schema: schemas.sessionList() },
      errors: ['NotFound'],
      sdk: { result: 'list', method: 'users.sessions', arguments: [exampleId] },
    },
    revokeUserSessions: {
      summary: 'End all sessions of a user',
      description: 'The user has to log in again. For administrators of a higher role than the user.',
      parameters: [id],
      answer: { description: 'The sessions have ended.', schema: schemas.revokedSessions() },
      errors: ['NotFound'],
      sdk: { result: null, method: 'users.revokeSessions', arguments: [exampleId] },
    },
    listUserLocks: {
      summary: 'List users who are locked after failed logins',
      description: 'Those of the given users who are locked and whom you may unlock.',
      parameters: [
        {
          name: 'ids',
          in: 'query',
          required: true,
          description: 'Ids of users, separated by commas; at most 100.',
          schema: { type: 'string', minLength: 36 },
        },
      ],
      answer: { description: 'The locked ones.', schema: schemas.lockList() },
      sdk: { result: 'list', method: 'users.locks', arguments: [[exampleId]] },
    },
    unlockUser: {
      summary: 'Unlock an account after failed logins',
      description: 'For administrators of a higher role than the user.',
      parameters: [id],
      answer: { description: 'The account is unlocked.', schema: schemas.message() },
      errors: ['NotFound'],
      sdk: { result: null, method: 'users.unlock', arguments: [exampleId] },
    },
  };
}

const scopes: Schema = {
  type: 'array',
  items: { type: 'string', examples: ['posts:read', 'globals.site:update', '*:read'] },
  description: '`<slug>:<operation>` each, with `*` for all.',
  minItems: 1,
  maxItems: 100,
};
const expiresAt = nullable({ ...timestampSchema, description: 'Null: never. Default: in a year.' });

export function apiKeyEndpoints(
  schemas: AuthSchemas,
  { id, page }: SharedParts,
): Endpoints<typeof apiKeyRoutes> {
  const name = text(200);
  const one = closedObject({ apiKey: schemas.apiKey() });
  return {
    listApiKeys: {
      summary: 'List API keys',
      description: 'Your own keys; a super_admin sees all.',
      parameters: page,
      answer: { description: 'A page of keys, the newest first.', schema: schemas.apiKeyPage() },
      sdk: { result: 'keys', method: 'auth.apiKeys.list' },
    },
    createApiKey: {
      summary: 'Make an API key',
      description: 'With the rights of a role, or with scopes; neither may exceed your own rights.',
      body: {
        schema: {
          anyOf: [
            closedObject({ name, role: schemas.role, scopes: { type: 'null' }, expiresAt }, ['name', 'role']),
            closedObject({ name, scopes, role: { type: 'null' }, expiresAt }, ['name', 'scopes']),
          ],
        },
        example: { name: 'Build', role: 'editor' },
      },
      answer: {
        status: 201,
        description: 'The key, returned only this once.',
        schema: schemas.newApiKey(),
        headers: ['Location'],
      },
      sdk: { result: 'made', method: 'auth.apiKeys.create' },
    },
    getApiKey: {
      summary: 'Get an API key',
      description: 'Your own key; a super_admin may see any.',
      parameters: [id],
      answer: { description: 'The key, without its value.', schema: one },
      errors: ['NotFound'],
      sdk: { result: 'found', method: 'auth.apiKeys.get', arguments: [exampleId] },
    },
    updateApiKey: {
      summary: 'Change an API key',
      description: 'Fields that are left out stay unchanged. Your own key; a super_admin may change any.',
      parameters: [id],
      body: {
        schema: closedObject({ name, scopes, expiresAt, disabled: { type: 'boolean' } }, []),
        example: { disabled: true },
      },
      answer: { description: 'The key after the change.', schema: one },
      errors: ['NotFound'],
      sdk: { result: 'changed', method: 'auth.apiKeys.update', arguments: [exampleId] },
    },
    revokeApiKey: {
      summary: 'End an API key',
      description: 'It is refused from the next request on, and cannot be restored.',
      parameters: [id],
      answer: { description: 'It has ended.', schema: schemas.message() },
      errors: ['NotFound'],
      sdk: { result: null, method: 'auth.apiKeys.revoke', arguments: [exampleId] },
    },
    rotateApiKey: {
      summary: 'Replace an API key',
      description: 'The new key has the same rights. By default the old one ends at once.',
      parameters: [id],
      body: {
        schema: closedObject(
          {
            overlapSeconds: {
              type: 'integer',
              minimum: 0,
              maximum: 86_400,
              default: 0,
              description: 'How long the old key stays valid, in seconds.',
            },
          },
          [],
        ),
        example: { overlapSeconds: 3600 },
        optional: true,
      },
      answer: {
        status: 201,
        description: 'The new key, returned only this once.',
        schema: schemas.newApiKey(),
        headers: ['Location'],
      },
      errors: ['NotFound', 'Conflict'],
      sdk: { result: 'rotated', method: 'auth.apiKeys.rotate', arguments: [exampleId] },
    },
  };
}

export function auditEndpoints(schemas: AuthSchemas, { page }: SharedParts): Endpoints<typeof auditRoutes> {
  const moment = (name: 'from' | 'to', description: string): ParameterObject => ({
    name,
    in: 'query',
    description: `${description} A plain date means the whole day, in UTC.`,
    schema: { anyOf: [timestampSchema, { type: 'string', format: 'date' }] },
  });
  return {
    listAuditLog: {
      summary: 'Read the audit log',
      description:
        'Logins, changes of accounts, keys and documents, and what administrators did. For administrators.',
      parameters: [
        { name: 'type', in: 'query', schema: { type: 'string', enum: [...auditTypes] } },
        {
          name: 'userId',
          in: 'query',
          description: 'Id of the user whom the events are about, or who caused them.',
          schema: { type: 'string', minLength: 1 },
        },
        {
          name: 'collection',
          in: 'query',
          description:
            'Slug of the collection whose documents the events are about, or `globals.` and that of a global.',
          schema: { type: 'string', minLength: 1 },
        },
        {
          name: 'document',
          in: 'query',
          description: 'Id of the document; `global` for a global. Needs `collection`.',
          schema: { type: 'string', minLength: 1 },
        },
        moment('from', 'No event before.'),
        moment('to', 'No event after.'),
        ...page,
      ],
      answer: { description: 'A page of events, the newest first.', schema: schemas.auditPage() },
      sdk: { result: 'events', method: 'auth.auditLog', arguments: [{ type: 'login.failure', limit: 50 }] },
    },
  };
}

export function settingsEndpoints(schemas: AuthSchemas): Endpoints<typeof settingsRoutes> {
  return {
    getSystemSettings: {
      summary: 'Get the system settings',
      description: 'For administrators.',
      answer: { description: 'The settings.', schema: schemas.settings() },
      sdk: { result: 'settings', method: 'globals.system.get' },
    },
    updateSystemSettings: {
      summary: 'Change the system settings',
      description: 'Effective from the next request on. Only for a super_admin.',
      body: { schema: closedObject(settingsProperties, []), example: { enableRegistration: true } },
      answer: { description: 'The settings after the change.', schema: schemas.settings() },
      sdk: { result: 'settings', method: 'globals.system.update' },
    },
  };
}
