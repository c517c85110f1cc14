import type { AuditType } from '../../../../runtime/codegen/audit-types.js';
import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

type Texts = Translated<typeof en>;

const keys = {
  'login.success': 'loginSuccess',
  'login.failure': 'loginFailure',
  'login.locked': 'loginLocked',
  logout: 'logout',
  'session.revoked': 'sessionRevoked',
  'refresh.reuse': 'refreshReuse',
  'password.changed': 'passwordChanged',
  'password.reset.requested': 'passwordResetRequested',
  'password.reset': 'passwordReset',
  'email.verified': 'emailVerified',
  'email.change.requested': 'emailChangeRequested',
  'email.change.cancelled': 'emailChangeCancelled',
  'email.changed': 'emailChanged',
  'role.changed': 'roleChanged',
  'document.created': 'documentCreated',
  'document.changed': 'documentChanged',
  'document.published': 'documentPublished',
  'document.unpublished': 'documentUnpublished',
  'document.discarded': 'documentDiscarded',
  'document.restored': 'documentRestored',
  'document.deleted': 'documentDeleted',
  'apikey.created': 'keyCreated',
  'apikey.rotated': 'keyRotated',
  'apikey.revoked': 'keyRevoked',
  'invite.created': 'inviteCreated',
  'invite.accepted': 'inviteAccepted',
  'document.purged': 'documentPurged',
  'schedule.set': 'scheduleSet',
  'schedule.cancelled': 'scheduleCancelled',
  'schedule.done': 'scheduleDone',
  'documents.bulk': 'documentsBulk',
  'preview.token': 'previewToken',
  'user.created': 'userCreated',
  'user.deleted': 'userDeleted',
  'user.unlocked': 'userUnlocked',
  'settings.changed': 'settingsChanged',
  'access.denied': 'accessDenied',
  'limit.exceeded': 'limitExceeded',
  'system.write': 'systemWrite',
} as const satisfies Readonly<Record<AuditType, keyof Texts>>;

/** Returns the label of a type of event. An unknown type, of a newer server, is returned unchanged. */
export function eventName(type: string, t: Texts): string {
  return Object.hasOwn(keys, type) ? t[keys[type as keyof typeof keys]] : type;
}
