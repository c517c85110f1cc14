/** The requester and the settings in the response of GET /api/admin/meta. */

import type { Context } from '../context.js';
import { closedObject, nullable, type Properties, type Schema, type SchemaOrReference } from '../schema.js';
import { idSchema } from '../values.js';
import { fieldSchema } from './field-meta-schema.js';
import { count, flag, listOf, named, text } from './meta-parts.js';

/** `AdminAuthMeta` */
export function authSchema(context: Context): SchemaOrReference {
  const role: Schema = { type: 'string', enum: Object.keys(context.ir.contract.auth?.roles ?? {}) };
  return named('AdminAuthMeta', context, () => {
    const properties: Properties = {
      user: nullable(
        closedObject({
          id: idSchema,
          email: text,
          name: { type: ['string', 'null'] },
          // Users keep a role that the config no longer has.
          role: text,
          emailVerified: flag,
        }),
      ),
      apiKey: {
        ...closedObject({
          id: idSchema,
          name: text,
          role: { type: ['string', 'null'] },
          scopes: { type: ['array', 'null'], items: text },
        }),
        description: 'The API key of the request, if it has one.',
      },
      roles: {
        ...listOf(closedObject({ name: role, rank: count })),
        description: 'From the highest rank down.',
      },
      settings: {
        ...nullable(closedObject({ enableRegistration: flag, defaultRegistrationRole: text })),
        description: 'Null for requesters who may not see them.',
      },
      magicLink: flag,
      invites: flag,
      profile: { ...listOf(fieldSchema(context)), description: "Fields of the requester's own record." },
      can: closedObject({
        manageUsers: flag,
        changeRoles: flag,
        invite: flag,
        manageApiKeys: flag,
        readAuditLog: flag,
        readSettings: flag,
        changeSettings: flag,
      }),
    };
    return closedObject(
      properties,
      Object.keys(properties).filter((name) => name !== 'apiKey'),
    );
  });
}
