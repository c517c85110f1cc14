import type { AuditType } from './audit-log.js';

/** Every type of the audit log, for filters. A record, so that the compiler finds one that is missing. */
const types: Readonly<Record<AuditType, true>> = {
  'login.success': true,
  'login.failure': true,
  'login.locked': true,
  logout: true,
  'session.revoked': true,
  'refresh.reuse': true,
  'password.changed': true,
  'password.reset.requested': true,
  'password.reset': true,
  'email.verified': true,
  'role.changed': true,
  'apikey.created': true,
  'apikey.rotated': true,
  'apikey.revoked': true,
  'invite.created': true,
  'invite.accepted': true,
  'schedule.set': true,
  'schedule.cancelled': true,
  'schedule.done': true,
  'access.denied': true,
};

export const auditTypes: readonly AuditType[] = Object.freeze(Object.keys(types) as AuditType[]);
