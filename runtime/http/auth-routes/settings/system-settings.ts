import { roleRanks } from '../../../config/roles.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { SystemSettings, SystemSettingsValues } from '../../../settings/system-settings.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { authorize, authorizeUser } from '../../authorize.js';
import { refuseParameters } from '../../no-parameters.js';
import { flag, oneOf, optional, readBody } from '../body.js';
import { noStore } from '../replies.js';

/** service.md, System settings: nobody gets a higher role by registering. */
const registrationRoles = ['customer', 'author', 'editor', 'admin'] as const;

/** `GET /api/globals/system`: for administrators, and keys with their role. */
export async function readSettings(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorize(request, service, { kind: 'user' });
  if (requester.kind === 'anonymous' || requester.rank < roleRanks.admin) {
    throw new ServiceError('FORBIDDEN', 'Only administrators may see the system settings.');
  }
  refuseParameters(request.search);
  return settingsReply(await settingsOf(service).read());
}

/** `PATCH /api/globals/system`: for a super_admin with a session. What is absent stays. */
export async function updateSettings(request: ApiRequest, service: Service): Promise<Reply> {
  await authorizeUser(request, service, { kind: 'rank', rank: roleRanks.super_admin });
  refuseParameters(request.search);
  const { enableRegistration, defaultRegistrationRole } = await readBody(request, {
    enableRegistration: optional(flag),
    defaultRegistrationRole: optional(oneOf(registrationRoles)),
  });
  const settings = await settingsOf(service).update({
    ...(enableRegistration !== undefined && { enableRegistration }),
    ...(defaultRegistrationRole !== undefined && { defaultRegistrationRole }),
  });
  return settingsReply(settings);
}

function settingsOf({ settings }: Service): SystemSettings {
  if (settings !== null) return settings;
  throw new ServiceError('NOT_FOUND', 'This service has no authentication, and no settings for it.');
}

function settingsReply({ enableRegistration, defaultRegistrationRole }: SystemSettingsValues): Reply {
  return {
    status: 200,
    headers: noStore,
    body: JSON.stringify({ enableRegistration, defaultRegistrationRole }),
  };
}
