import { createHash } from 'node:crypto';
import type { DocumentAccess } from '../../access/document-access.js';
import type { KeyRequester, Requester } from '../../access/requester.js';
import type { UserRecord } from '../../auth/users/user-store.js';
import type { AdminAuthMeta, AdminFieldMeta, AdminMeta } from '../../codegen/admin-meta.js';
import { roleRanks } from '../../config/roles.js';
import type { Reply, RouteHandler, Service } from '../api.js';
import { isSuperAdmin } from '../auth-routes/users/manage-rule.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authOf } from '../security/authorize.js';
import { matchesTag } from '../transport/entity-tags.js';
import type { ReadAdminMeta } from './admin-meta-file.js';
import { dashboardRequester } from './dashboard-requester.js';
import { type VisibleMeta, visibleMeta, visibleRoutes } from './visible-meta.js';

/** For an API key, which has no session: as in `/api/auth/me`. */
interface KeyAuthMeta extends Omit<AdminAuthMeta, 'user'> {
  readonly user: null;
  readonly apiKey: {
    readonly id: string;
    readonly name: string;
    readonly role: string | null;
    readonly scopes: readonly string[] | null;
  };
}

interface AnsweredMeta extends Omit<AdminMeta, 'auth'> {
  readonly auth: AdminAuthMeta | KeyAuthMeta | null;
}

/** `GET /api/admin/meta`: the collections and globals, and what the requester may see and do there. */
export function readMeta(readFile: ReadAdminMeta): RouteHandler {
  return async function readAdminMeta(request, service): Promise<Reply> {
    const requester = await dashboardRequester(request, service);
    refuseParameters(request.search);
    const body = JSON.stringify(await metaFor(requester, request.context.access, service, await readFile()));
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
    if (matchesTag(request.header('if-none-match'), etag)) {
      return { status: 304, headers: { ETag: etag }, body: null };
    }
    return { status: 200, headers: { ETag: etag }, body };
  };
}

async function metaFor(
  requester: Requester,
  access: DocumentAccess | null,
  service: Service,
  meta: AdminMeta,
): Promise<AnsweredMeta> {
  // Without authentication everything is open, as in the emitted file.
  if (access === null || requester.kind === 'anonymous') return meta;
  const { profile, ...documents } = visibleMeta(service.contract, meta, access);
  const routes = visibleRoutes(service.contract, meta, requester.role);
  return { ...meta, auth: await authMeta(requester, service, profile), ...documents, ...routes };
}

async function authMeta(
  requester: Exclude<Requester, { readonly kind: 'anonymous' }>,
  service: Service,
  profile: VisibleMeta['profile'],
): Promise<AdminAuthMeta | KeyAuthMeta> {
  const { options, roles } = authOf(service);
  const isAdministrator = requester.rank >= roleRanks.admin;
  const isAdminInPerson = isAdministrator && requester.kind === 'user';
  const shared = {
    roles: roles.names.map((name) => ({ name, rank: roles.rankOf(name) })),
    settings: isAdministrator ? await settingsOf(service) : null,
    magicLink: options.magicLink,
    invites: options.invites,
    // A key has no user record.
    profile: requester.kind === 'user' ? profile : ([] as readonly AdminFieldMeta[]),
    can: {
      manageUsers: isAdminInPerson,
      changeRoles: isSuperAdmin(requester),
      invite: isAdminInPerson && options.invites,
      manageApiKeys: isAdminInPerson,
      readAuditLog: isAdminInPerson,
      readSettings: isAdministrator,
      changeSettings: isSuperAdmin(requester),
    },
  };
  if (requester.kind === 'apiKey') return { user: null, apiKey: keyOf(requester), ...shared };
  // The guard sets the whole record; the type for callbacks of a config shows less.
  const { id, email, name, role, emailVerified } = requester.user as UserRecord;
  return { user: { id, email, name, role, emailVerified }, ...shared };
}

function keyOf({ key, role, scopes }: KeyRequester): KeyAuthMeta['apiKey'] {
  return { id: key.id, name: key.name, role, scopes };
}

async function settingsOf({ settings }: Service): Promise<AdminAuthMeta['settings']> {
  if (settings === null) return null;
  const { enableRegistration, defaultRegistrationRole } = await settings.read();
  return { enableRegistration, defaultRegistrationRole };
}
