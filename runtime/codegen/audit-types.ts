/**
 * The types of entries in the audit log (docs/spec/auth.md#audit-log): for the runtime, the OpenAPI document
 * and the dashboard.
 */
import { capabilityAuditTypes } from './capabilities.js';

const accountTypes = [
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
] as const;

const serviceTypes = [
  'user.created',
  'user.deleted',
  'user.unlocked',
  'settings.changed',
  'access.denied',
  'limit.exceeded',
  'system.write',
] as const;

export type AuditType = (typeof accountTypes | typeof capabilityAuditTypes | typeof serviceTypes)[number];

export const auditTypes: readonly AuditType[] = [...accountTypes, ...capabilityAuditTypes, ...serviceTypes];
