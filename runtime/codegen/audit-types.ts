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
  'email.change.requested',
  'email.change.cancelled',
  'email.changed',
  'role.changed',
] as const;

/** Changes of documents, by what has happened; only with `auth.auditContent`. */
export const contentAuditTypes = [
  'document.created',
  'document.changed',
  'document.published',
  'document.unpublished',
  'document.discarded',
  'document.restored',
  'document.deleted',
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

type AuditTypes =
  | typeof accountTypes
  | typeof contentAuditTypes
  | typeof capabilityAuditTypes
  | typeof serviceTypes;

export type AuditType = AuditTypes[number];

export const auditTypes: readonly AuditType[] = [
  ...accountTypes,
  ...contentAuditTypes,
  ...capabilityAuditTypes,
  ...serviceTypes,
];
