/** What the audit log keeps (auth.md, section 4, and schedules): for the runtime, the OpenAPI document and the dashboard. */
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
  'access.denied',
] as const;

export type AuditType = (typeof auditTypes)[number];
