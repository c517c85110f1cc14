import { roleRanks } from '../../../config/roles.js';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { SystemSettings, SystemSettingsValues } from '../../../settings/system-settings.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorize, authorizeUser } from '../../security/authorize.js';
import { flag, oneOf, optional, readBody } from '../body.js';
import { noStore } from '../replies.js';

/** docs/spec/service.md#system-settings: registration gives no higher role. */
const registrationRoles = ['customer', 'author', 'editor', 'admin'] as const;

/** `GET /api/globals/system`: for administrators, and keys with their role. */
export async function readSettings(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorize(request, service, { kind: 'user' });
  if (requester.kind === 'anonymous' || requester.rank < roleRanks.admin) {
    throw new ServiceError('FORBIDDEN', reason('settings.readDenied'));
  }
  refuseParameters(request.search);
  return settingsReply(await settingsOf(service).read());
}

/** `PATCH /api/globals/system`: for a super_admin with a session. Absent settings do not change. */
export async function updateSettings(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorizeUser(request, service, { kind: 'rank', rank: roleRanks.super_admin });
  refuseParameters(request.search);
  const { enableRegistration, defaultRegistrationRole } = await readBody(request, {
    enableRegistration: optional(flag),
    defaultRegistrationRole: optional(oneOf(registrationRoles)),
  });
  const change = {
    ...(enableRegistration !== undefined && { enableRegistration }),
    ...(defaultRegistrationRole !== undefined && { defaultRegistrationRole }),
  };
  const settings = await settingsOf(service).update(change, (connection) =>
    authOf(service).audit.record(connection, {
      ...{ type: 'settings.changed', outcome: 'success', actorId: requester.user.id },
      ...{ sessionId: requester.session.id, reason: changeText(change), origin: request.origin },
    }),
  );
  return settingsReply(settings);
}

/** `enableRegistration true, defaultRegistrationRole author` */
function changeText(change: Partial<SystemSettingsValues>): string {
  return Object.entries(change)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function settingsOf({ settings }: Service): SystemSettings {
  if (settings !== null) return settings;
  throw new ServiceError('NOT_FOUND', reason('service.noAuthentication'));
}

function settingsReply({ enableRegistration, defaultRegistrationRole }: SystemSettingsValues): Reply {
  return {
    status: 200,
    headers: noStore,
    body: JSON.stringify({ enableRegistration, defaultRegistrationRole }),
  };
}
