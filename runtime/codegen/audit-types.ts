/**
 * The types of entries in the audit log (docs/spec/auth.md#audit-log): for the runtime, the OpenAPI document
 * and the dashboard.
 */
export const auditTypes = [
  'login.success',
  'login.failure',
  'login.locked',
  'logout',
  'session.revoked',
  'refresh.reuse',
  'password.changed',
  'password.reset.requested',
  'password.reset',
  'email.verified',
  'role.changed',
  'apikey.created',
  'apikey.rotated',
  'apikey.revoked',
  'invite.created',
  'invite.accepted',
  'schedule.set',
  'schedule.cancelled',
  'schedule.done',
  'user.created',
  'user.deleted',
  'user.unlocked',
  'settings.changed',
  'access.denied',
  'limit.exceeded',
] as const;

export type AuditType = (typeof auditTypes)[number];
