import { type AuditSubject, readAuditSubject } from '../../../../runtime/codegen/audit-subject.js';
import { paths } from '../../app/paths.js';
import type { Translated } from '../../i18n/catalogue.js';
import type { AuditEntry } from './audit-query.js';
import type { en } from './texts.en.js';

type Texts = Translated<typeof en>;

/** Texts and names that the details of events contain. */
export interface DetailNames {
  readonly t: Texts;
  readonly roleLabel: (role: string) => string;
  /** Returns the label of a collection or global. */
  readonly labelOf: (slug: string) => string;
}

/** What an event says beside its type. */
export interface EventDetail {
  readonly text: string;
  /** Link to the screen of the subject of the event. */
  readonly link?: { readonly to: string; readonly label: string };
}

type Detailed = Pick<AuditEntry, 'type' | 'reason' | 'userId'>;

/**
 * Describes the details of an event in words. An unknown reason, of a newer server, is shown unchanged.
 *
 * @returns null where the type of the event says everything.
 */
export function eventDetail(entry: Detailed, names: DetailNames): EventDetail | null {
  const { type, reason } = entry;
  if (reason === null) return type === 'login.success' ? { text: names.t.byPassword } : null;
  return known(entry, reason, names) ?? { text: reason };
}

function known({ type, userId }: Detailed, reason: string, names: DetailNames): EventDetail | null {
  if (type.startsWith('apikey.')) return keyDetail(reason, names.t);
  switch (type) {
    case 'role.changed':
      return roleDetail(reason, names);
    case 'session.revoked':
      return sessionsDetail(reason, names.t);
    case 'schedule.set':
    case 'schedule.cancelled':
    case 'schedule.done':
      return scheduleDetail(reason, names);
    case 'document.created':
    case 'document.changed':
    case 'document.published':
    case 'document.unpublished':
    case 'document.discarded':
    case 'document.restored':
    case 'preview.token':
      return documentDetail(reason, names);
    case 'document.deleted':
    case 'document.purged':
      return removedDetail(reason, names);
    case 'documents.bulk':
      return bulkDetail(reason, names);
    case 'system.write':
      return systemDetail(reason, names);
    case 'user.created':
    case 'user.deleted':
      return { text: names.t.withRole(names.roleLabel(reason)) };
    case 'settings.changed':
      return settingsDetail(reason, names);
    case 'access.denied':
    case 'limit.exceeded':
      return refusalDetail(reason, names);
    default: {
      const text =
        reason === 'login' && userId === null ? names.t.becauseUnknownAccount : fixed(reason, names.t);
      return text === undefined ? null : { text };
    }
  }
}

function fixed(reason: string, t: Texts): string | undefined {
  const texts = new Map([
    ['login', t.becauseWrongPassword],
    ['change of password', t.becauseWrongOldPassword],
    ['change of email', t.becauseWrongPassword],
    ['the password was changed during the login', t.becauseChangedMeanwhile],
    ['magic code', t.becauseWrongCode],
    ['email not verified', t.becauseUnverified],
    ['too many failures in a row', t.becauseManyFailures],
    ['login while locked', t.whileLocked],
    ['change of password while locked', t.changeWhileLocked],
    ['change of email while locked', t.emailChangeWhileLocked],
    ['mailed by an administrator', t.linkMailed],
    ['shown to an administrator', t.linkShown],
    ['magic-link', t.byMailedLink],
    ['mail limit', t.notMailed],
    ['unknown email', t.becauseUnknownAccount],
    ['a refresh token was used twice; the session is revoked', t.tokenReused],
  ]);
  return texts.get(reason);
}

/** `<id>`, or `<id> to <id>` for a rotation, where the second id is that of the new key. */
function keyDetail(reason: string, t: Texts): EventDetail | null {
  const id = reason.split(' to ').at(-1) ?? '';
  return { text: t.keyCalled(id.slice(0, 8)), link: { to: paths.apiKey(id), label: t.showKey } };
}

/** `author to editor`, or `author to editor, by invitation`. */
function roleDetail(reason: string, { t, roleLabel }: DetailNames): EventDetail | null {
  const [, from, to, invited] = /^(\S+) to ([^\s,]+)(, by invitation)?$/.exec(reason) ?? [];
  if (from === undefined || to === undefined) return null;
  const say = invited === undefined ? t.roleFromTo : t.roleByInvitation;
  return { text: say(roleLabel(from), roleLabel(to)) };
}

/** `enableRegistration true, defaultRegistrationRole author`, or one of the two. */
function settingsDetail(reason: string, { t, roleLabel }: DetailNames): EventDetail | null {
  const texts = reason.split(', ').map((change) => {
    const [name, value = ''] = change.split(' ');
    if (name === 'enableRegistration') return value === 'true' ? t.registrationOpened : t.registrationClosed;
    return name === 'defaultRegistrationRole' ? t.registrationRole(roleLabel(value)) : null;
  });
  return texts.includes(null) ? null : { text: texts.join(', ') };
}

/**
 * `all others (2)`, `all (2), by an administrator`, `others (2), the password was reset`, and reasons that a
 * single session has.
 */
function sessionsDetail(reason: string, t: Texts): EventDetail | null {
  if (reason === 'replaced by a login') return { text: t.sessionReplaced };
  const [, most] = /^the oldest of more than (\d+)$/.exec(reason) ?? [];
  if (most !== undefined) return { text: t.oldestSession(Number(most)) };
  const [, which, count, why] = /^(all|others|all others) \((\d+)\)(?:, (.+))?$/.exec(reason) ?? [];
  if (count === undefined) return null;
  if (why === 'by an administrator') return { text: t.allSessionsByAdmin(Number(count)) };
  const ended = which === 'all' ? t.allSessions(Number(count)) : t.allOtherSessions(Number(count));
  const told = why === undefined ? undefined : (endings(t).get(why) ?? why);
  return { text: told === undefined ? ended : `${ended} (${told})` };
}

/** Why sessions end together. */
function endings(t: Texts): ReadonlyMap<string, string> {
  return new Map([
    ['the password was changed', t.endedByPassword],
    ['the password was reset', t.endedByReset],
    ['the email was changed', t.endedByEmail],
    ['the email was verified', t.endedByVerification],
    ['an invitation was accepted', t.endedByInvitation],
    ['the user was deleted', t.endedByDeletion],
  ]);
}

/** `posts, globals.site and 2 more: 3 changed, 1 unchanged, 0 failed`. */
function bulkDetail(reason: string, { t, labelOf }: DetailNames): EventDetail | null {
  const [, shown, changed, unchanged, failed] =
    /^(.+): (\d+) changed, (\d+) unchanged, (\d+) failed$/.exec(reason) ?? [];
  if (shown === undefined) return null;
  const [, named = shown, more] = /^(.+) and (\d+) more$/.exec(shown) ?? [];
  const labels = named.split(', ').map((name) => labelOf(typeNamed(name).slug));
  const counts = [
    t.bulkChanged(Number(changed)),
    ...(Number(unchanged) > 0 ? [t.bulkUnchanged(Number(unchanged))] : []),
    ...(Number(failed) > 0 ? [t.bulkFailed(Number(failed))] : []),
  ];
  const all = [...labels, ...(more === undefined ? [] : [t.bulkMore(Number(more))])];
  return { text: `${all.join(', ')}: ${counts.join(', ')}` };
}

/** `create posts <id>`, or `create posts <id>, by sendMail → log`: the functions that have written. */
function systemDetail(reason: string, { t, labelOf }: DetailNames): EventDetail | null {
  const [, event = '', name, id, by] = /^(\w+) (\S+) ([^\s,]+)(?:, by (.+))?$/.exec(reason) ?? [];
  const done = documentEvents(t).get(event);
  if (done === undefined || name === undefined || id === undefined) return null;
  const type = typeNamed(name);
  const said = `${labelOf(type.slug)}: ${done}`;
  const text = by === undefined ? said : `${said} (${by})`;
  if (event === 'delete') return { text };
  return { text, link: { to: pathOf({ ...type, id }), label: t.showDocument } };
}

function documentEvents(t: Texts): ReadonlyMap<string, string> {
  return new Map([
    ['create', t.documentCreated],
    ['update', t.documentChanged],
    ['publish', t.documentPublished],
    ['unpublish', t.documentUnpublished],
    ['discard', t.documentDiscarded],
    ['restore', t.documentRestored],
    ['delete', t.documentDeleted],
  ]);
}

/** Without a link: the document has no screen any more, in the trash neither. */
function removedDetail(reason: string, names: DetailNames): EventDetail | null {
  const detail = documentDetail(reason, names);
  return detail === null ? null : { text: detail.text };
}

function documentDetail(reason: string, { t, labelOf }: DetailNames): EventDetail | null {
  const subject = readAuditSubject(reason);
  if (subject === null || subject.step !== undefined || subject.issue !== undefined) return null;
  return { text: labelOf(subject.slug), link: { to: pathOf(subject), label: t.showDocument } };
}

function pathOf({ kind, slug, id }: AuditSubject): string {
  return kind === 'global' ? paths.global(slug) : paths.document(slug, id);
}

function scheduleDetail(reason: string, { t, labelOf }: DetailNames): EventDetail | null {
  const subject = readAuditSubject(reason);
  if (subject === null) return null;
  const { slug, step: taken, issue } = subject;
  const say = taken === undefined ? t.planned : taken === 'publish' ? t.published : t.unpublished;
  const step = say(labelOf(slug));
  return {
    text: typeof issue === 'string' ? t.stepFailed(step, issue) : step,
    link: { to: pathOf(subject), label: t.showDocument },
  };
}

/** `PATCH /api/secrets/:id`. Routes that are not of a document are shown unchanged. */
function refusalDetail(reason: string, { t, labelOf }: DetailNames): EventDetail | null {
  const [, method = '', slug] = /^(\w+) \/api\/(?:globals\/)?([\w-]+)(?:\/:id)?$/.exec(reason) ?? [];
  const say = new Map([
    ['GET', t.refusedRead],
    ['POST', t.refusedCreate],
    ['PATCH', t.refusedUpdate],
    ['DELETE', t.refusedDelete],
  ]).get(method);
  return say === undefined || slug === undefined ? null : { text: say(labelOf(slug)) };
}

/** The collection `posts`, or the global of `globals.site`. */
function typeNamed(name: string): Pick<AuditSubject, 'kind' | 'slug'> {
  const global = /^globals\.(.+)$/.exec(name)?.[1];
  return global === undefined ? { kind: 'collection', slug: name } : { kind: 'global', slug: global };
}
