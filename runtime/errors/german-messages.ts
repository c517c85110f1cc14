/** The messages of refused requests in German: for pages and for the dashboard. The API speaks English. */

/** By the English text in the code. */
export const germanMessages: Readonly<Record<string, string>> = {
  // Of a value
  'Is required.': 'Ist nötig.',
  'Is required and cannot be null.': 'Ist nötig und darf nicht null sein.',
  'Is required, unless scopes are given.': 'Ist nötig, wenn keine Rechte einzeln angegeben sind.',
  'Cannot be given together with scopes.': 'Geht nicht zusammen mit einzelnen Rechten.',
  'This field is required.': 'Dieses Feld ist nötig.',
  'This value is not valid.': 'Dieser Wert ist nicht gültig.',
  'This field cannot be set here.': 'Dieses Feld lässt sich hier nicht setzen.',
  'This field is set by the service and cannot be sent.':
    'Dieses Feld setzt der Dienst selbst; es lässt sich nicht senden.',
  'You may not change this field.': 'Sie dürfen dieses Feld nicht ändern.',
  'Is too long.': 'Ist zu lang.',
  'Must be a password, as text.': 'Geben Sie ein Passwort ein.',
  'Must be in the future.': 'Muss in der Zukunft liegen.',
  'must be later than the publication': 'Muss nach der Veröffentlichung liegen.',
  'must be a timestamp with a zone, as in 2026-05-01T08:00:00Z':
    'Muss ein Zeitpunkt mit Zeitzone sein, etwa 2026-05-01T08:00:00Z.',
  'Must name at least one scope, such as posts:read.': 'Muss mindestens ein Recht nennen, etwa posts:read.',
  'Must not be empty.': 'Darf nicht leer sein.',
  'Must not hold control characters.': 'Darf keine Steuerzeichen enthalten.',
  'Must not contain the NUL character.': 'Darf das Zeichen NUL nicht enthalten.',
  'Must not contain half of a surrogate pair.': 'Darf kein halbes Zeichen enthalten.',
  'The text holds half of a surrogate pair.': 'Der Text enthält ein halbes Zeichen.',
  'The year must be from 0000 to 9999 in UTC.': 'Das Jahr muss in UTC zwischen 0000 und 9999 liegen.',
  'Must not have two rows of one id.': 'Darf keine zwei Zeilen mit derselben ID haben.',
  'Refers to the document and must not be left empty.':
    'Verweist auf das Dokument und darf nicht leer werden.',
  'Unknown field.': 'Unbekanntes Feld.',

  'the filter costs too much, this condition most: use fewer like it, shorter paths or shorter texts':
    'Der Filter kostet zu viel, diese Bedingung am meisten: Nehmen Sie weniger solche, kürzere Pfade oder kürzere Texte.',
  'The filter is too complex for the database: use fewer conditions through several relations.':
    'Der Filter ist zu verwickelt für die Datenbank: Nehmen Sie weniger Bedingungen über mehrere Verweise.',
  'Use fewer conditions through several relations.': 'Nehmen Sie weniger Bedingungen über mehrere Verweise.',
  'The filter is too complex together with the rules of access: ask for less at once.':
    'Der Filter ist zusammen mit den Zugriffsregeln zu verwickelt: Fragen Sie nach weniger auf einmal.',

  // Of a password
  'Must contain an uppercase letter.': 'Muss einen Großbuchstaben enthalten.',
  'Must contain a lowercase letter.': 'Muss einen Kleinbuchstaben enthalten.',
  'Must contain a digit.': 'Muss eine Ziffer enthalten.',
  'Must contain a symbol, such as ! or #.': 'Muss ein Sonderzeichen enthalten, etwa ! oder #.',
  'Must not contain the part of the email before the @.':
    'Darf den Teil der E-Mail vor dem @ nicht enthalten.',
  'Must not be a common password: a known word with digits or symbols around it is guessed first.':
    'Darf kein verbreitetes Passwort sein: Ein bekanntes Wort mit Ziffern oder Zeichen darum wird zuerst geraten.',
  'The password is too long.': 'Das Passwort ist zu lang.',
  'The current password is wrong.': 'Das jetzige Passwort stimmt nicht.',
  'The current password is wrong: it was changed just now.':
    'Das jetzige Passwort stimmt nicht: Es wurde gerade geändert.',

  // Of accounts
  'There is no account with this email and password.':
    'Es gibt kein Konto mit dieser E-Mail und diesem Passwort.',
  'The password was changed just now; log in with the new one.':
    'Das Passwort wurde gerade geändert; melden Sie sich mit dem neuen an.',
  'The email is not verified yet: open the link in the mail that was sent to it, then log in.':
    'Die E-Mail ist noch nicht bestätigt: Öffnen Sie den Link in der E-Mail, die an sie ging, und melden Sie sich dann an.',
  'This link is not valid: it is unknown, was used already, or has expired. Ask for a new one.':
    'Dieser Link gilt nicht: Er ist unbekannt, schon benutzt oder abgelaufen. Fordern Sie einen neuen an.',
  'This code is not valid: it is unknown, was used already, or has expired. Ask for a new one.':
    'Dieser Code gilt nicht: Er ist unbekannt, schon benutzt oder abgelaufen. Fordern Sie einen neuen an.',
  'The document cannot be deleted: other documents refer to it.':
    'Das Dokument lässt sich nicht löschen: Andere Dokumente verweisen darauf.',
  'There is an account with this email already; log in instead.':
    'Es gibt schon ein Konto mit dieser E-Mail; melden Sie sich damit an.',
  'There is an account with this email already.': 'Es gibt schon ein Konto mit dieser E-Mail.',
  'There is a user with this email already.': 'Es gibt schon einen Benutzer mit dieser E-Mail.',
  'There is an open invitation for this email already; send it again instead.':
    'Für diese E-Mail gibt es schon eine offene Einladung; senden Sie diese noch einmal.',
  'This invitation has been accepted already.': 'Diese Einladung ist schon angenommen.',
  'The sender of this invitation may no longer give this role. Ask an administrator for a new invitation.':
    'Wer diese Einladung gesendet hat, darf diese Rolle nicht mehr vergeben; bitten Sie einen Administrator um eine neue.',
  'This account is the last super_admin, and has to stay one.':
    'Dieses Konto ist der letzte super_admin und muss es bleiben.',
  'This is the last super_admin, and nobody could manage the service any more. Make another user super_admin first.':
    'Das ist der letzte super_admin, und niemand könnte den Dienst mehr verwalten. Machen Sie zuerst einen anderen Benutzer zum super_admin.',
  'This would delete the last super_admin, and nobody could manage the service any more. Make another user super_admin first.':
    'Das würde den letzten super_admin löschen, und niemand könnte den Dienst mehr verwalten. Machen Sie zuerst einen anderen Benutzer zum super_admin.',
  'Your own role has just changed; send the request again.':
    'Ihre eigene Rolle hat sich gerade geändert; versuchen Sie es noch einmal.',
  'Only a super_admin with a session may change the role of a user.':
    'Nur ein angemeldeter super_admin darf die Rolle eines Benutzers ändern.',
  'Only administrators may see the system settings.':
    'Nur Administratoren dürfen die Systemeinstellungen sehen.',
  'User registration is disabled by the administrator.':
    'Die Registrierung ist vom Administrator abgeschaltet.',

  // Of API keys
  'This key has a role, and a key cannot have a role and scopes. Create another key.':
    'Dieser Schlüssel hat eine Rolle; einzelne Rechte gehen daneben nicht. Legen Sie einen anderen an.',
  'The API key cannot be rotated: it is disabled; enable it first.':
    'Der API-Schlüssel lässt sich nicht erneuern: Er ist abgeschaltet; schalten Sie ihn zuerst ein.',
  'The API key cannot be rotated: it was rotated already.':
    'Der API-Schlüssel lässt sich nicht erneuern: Er ist es schon.',
  'The API key cannot be rotated: it has expired; create another one.':
    'Der API-Schlüssel lässt sich nicht erneuern: Er ist abgelaufen; legen Sie einen neuen an.',

  // Of the service as a whole
  'This page is from another origin than baseUrl: correct baseUrl, or add the origin to auth.trustedOrigins.':
    'Diese Seite hat einen anderen Ursprung als „baseUrl“: Berichtigen Sie „baseUrl“, oder nehmen Sie ihn in „auth.trustedOrigins“ auf.',
  'The server is shutting down.': 'Der Server wird gerade beendet.',
  'The session store does not answer. Try again.':
    'Der Speicher der Sitzungen antwortet nicht. Versuchen Sie es noch einmal.',
  'The store cannot be opened; the log says why.':
    'Die Datenbank lässt sich nicht öffnen; das Protokoll sagt, warum.',
  'The store does not answer.': 'Die Datenbank antwortet nicht.',
  'The store is not open.': 'Die Datenbank ist nicht geöffnet.',
  'Too many changes of this document are waiting. Try again.':
    'Zu viele Änderungen dieses Dokuments warten. Versuchen Sie es noch einmal.',
  'Too many logins are waiting. Try again in a few seconds.':
    'Zu viele Anmeldungen warten. Versuchen Sie es in ein paar Sekunden noch einmal.',
  'Too many logins of this account are waiting. Try again.':
    'Zu viele Anmeldungen dieses Kontos warten. Versuchen Sie es noch einmal.',
};

/** What follows `Must be`. */
export const germanKinds: Readonly<Record<string, string>> = {
  text: 'ein Text',
  'Unicode text without NUL characters': 'ein Text ohne halbe Zeichen und ohne das Zeichen NUL',
  'a number': 'eine Zahl',
  'a whole number': 'eine ganze Zahl',
  'true or false': 'wahr oder falsch',
  'a list': 'eine Liste',
  'an object': 'ein Objekt',
  'an object with a blockType': 'ein Objekt mit „blockType“',
  JSON: 'JSON',
  'the JSON object or list of a rich text editor': 'das JSON eines Editors für formatierten Text',
  'the id of a document': 'die ID eines Dokuments',
  'an email address, such as ada@example.com': 'eine E-Mail-Adresse, etwa ada@example.com',
  'an http or https address, such as https://example.com':
    'eine Adresse mit http oder https, etwa https://example.com',
  'a colour, such as #1a2b3c or #1a2b3c80': 'eine Farbe, etwa #1a2b3c oder #1a2b3c80',
  'a part of an address, such as my-first-post': 'ein Teil einer Adresse, etwa mein-erster-beitrag',
  'a date that exists, such as 2026-11-21': 'ein gültiges Datum, etwa 2026-11-21',
  'a moment with its time zone, such as 2026-11-21T09:30:00Z':
    'ein Zeitpunkt mit Zeitzone, etwa 2026-11-21T09:30:00Z',
  'a timestamp with a time zone, such as 2030-01-31T12:00:00Z':
    'ein Zeitpunkt mit Zeitzone, etwa 2030-01-31T12:00:00Z',
  '[longitude, latitude]': 'ein Paar [Länge, Breite]',
};

/** Formats a message from the matched parts of a text. */
export type Say = (...parts: readonly string[]) => string;

/** The same for texts with variable parts. */
export const germanMessagePatterns: readonly (readonly [pattern: RegExp, say: Say])[] = [
  [/^Must have at least (\d+) characters?\.$/, (count) => `Muss mindestens ${characters(count)} haben.`],
  [/^must have at most (\d+) characters$/, (count) => `Darf höchstens ${characters(count)} haben.`],
  [
    /^the polygons of the filter have more than (\d+) positions together; simplify them$/,
    (count) => `Die Polygone des Filters haben zusammen mehr als ${count} Positionen; vereinfachen Sie sie.`,
  ],
  [/^Must have at most (\d+) characters?\.$/, (count) => `Darf höchstens ${characters(count)} haben.`],
  [/^Must have at least (\d+) items?\.$/, (count) => `Muss mindestens ${entries(count)} haben.`],
  [/^Must have at most (\d+) items?\.$/, (count) => `Darf höchstens ${entries(count)} haben.`],
  [/^Must be at least (\S+)\.$/, (least) => `Muss mindestens ${least} sein.`],
  [/^Must be at most (\S+)\.$/, (most) => `Darf höchstens ${most} sein.`],
  [
    /^Must be an integer from (\S+) to (\S+)\.$/,
    (least, most) => `Muss eine ganze Zahl von ${least} bis ${most} sein.`,
  ],
  [/^[Mm]ust be one of (.*?)\.?$/s, (values) => `Muss einer dieser Werte sein: ${values}.`],
  [/^Must match (.*)\.$/s, (pattern) => `Muss zu ${pattern} passen.`],
  [/^Has no field (.*)\.$/s, (names) => `Hat kein Feld ${names}.`],
  [
    /^There is no such field(?:\.|, did you mean (.*)\?)$/s,
    (near) => `Dieses Feld gibt es nicht${meant(near)}`,
  ],
  [/^Unknown field\. Did you mean (.*)\?$/s, (near) => `Unbekanntes Feld${meant(near)}`],
  [
    /^Another row of this list has the id (.*)\.$/s,
    (id) => `Eine andere Zeile dieser Liste hat die ID ${id}.`,
  ],
  [
    /^No slug can be made from (.*): (".*") does not fit\. Send one\.$/s,
    (from, slug) =>
      `Aus ${from} lässt sich kein Adressteil machen: ${slug} passt nicht. Geben Sie einen ein.`,
  ],
  [
    /^Another document of (\S+) has the same (.*)\.$/s,
    (slug, fields) =>
      `Ein anderes Dokument von ${slug} hat denselben Wert: ${fields.replaceAll(' and ', ' und ')}.`,
  ],
  [
    /^The document would not be unique in (\S+)\.$/,
    (slug) => `Das Dokument wäre in ${slug} nicht eindeutig.`,
  ],
  [
    /^The document of (\S+) was modified: its revision is (\d+), not (\d+)\. Read it again\.$/,
    (slug, now, expected) =>
      `Das Dokument von ${slug} wurde inzwischen geändert: Es ist bei Stand ${now}, nicht ${expected}. Laden Sie es neu.`,
  ],
  [
    /^The document of (\S+) was modified since revision (\d+)\.$/,
    (slug, expected) => `Das Dokument von ${slug} wurde seit Stand ${expected} geändert.`,
  ],
  [
    /^Nothing of the document of (\S+) is published, so that nothing would be left of it\. Delete it instead\.$/,
    (slug) =>
      `Vom Dokument von ${slug} ist nichts veröffentlicht, und so bliebe nichts davon. Löschen Sie es stattdessen.`,
  ],
  [
    /^The document cannot be deleted: other documents refer to it by (.*)\.$/s,
    (names) => `Das Dokument lässt sich nicht löschen: Andere Dokumente verweisen darauf, mit ${names}.`,
  ],
  [/^There is no document (.*) in (\S+)\.$/s, (id, slug) => `In ${slug} gibt es kein Dokument ${id}.`],
  [/^You may not change (.*)\.$/s, (paths) => `Sie dürfen ${paths} nicht ändern.`],
  [
    /^You may not (read|create|update|delete) (\S+) with the role (\S+)\.$/,
    (operation, name, role) => `Mit der Rolle ${role} dürfen Sie ${name} nicht ${operations[operation]}.`,
  ],
  [
    /^You may not (read|create|update|delete) (\S+) without logging in\.$/,
    (operation, name) => `Ohne Anmeldung dürfen Sie ${name} nicht ${operations[operation]}.`,
  ],
  [/^The role (\S+) may not do this\.$/, (role) => `Mit der Rolle ${role} geht das nicht.`],
  [
    /^With the role (\S+) one may not (read|create|update|delete) other users\.$/,
    (role, operation) => `Mit der Rolle ${role} darf man andere Benutzer nicht ${operations[operation]}.`,
  ],
  [
    /^You may manage only users of lower rank than (\S+)\.$/,
    (role) => `Sie dürfen nur Benutzer verwalten, deren Rolle unter ${role} steht.`,
  ],
  [
    /^The role (\S+) may manage users of lower rank only\.$/,
    (role) => `Mit der Rolle ${role} verwaltet man nur Benutzer mit niedrigeren Rollen.`,
  ],
  [
    /^You may not give the role (\S+): it is not below (\S+)\.$/,
    (given, own) => `Sie dürfen die Rolle ${given} nicht vergeben: Sie steht nicht unter ${own}.`,
  ],
  [
    /^The role (\S+) may invite only users of lower roles\.$/,
    (role) => `Mit der Rolle ${role} lädt man nur Benutzer mit niedrigeren Rollen ein.`,
  ],
  [
    /^A key cannot have a higher role than its creator: (\S+) is above (\S+)\.$/,
    (given, own) =>
      `Ein Schlüssel kann keine höhere Rolle haben als wer ihn anlegt: ${given} steht über ${own}.`,
  ],
  [
    /^A key may not do more than its creator: the role (\S+) cannot give (.*)\.$/s,
    (role, scopes) =>
      `Ein Schlüssel darf nicht mehr als wer ihn anlegt: Die Rolle ${role} kann ${scopes} nicht geben.`,
  ],
  [/^(\S+) is beyond your own rights\.$/, (scope) => `${scope} geht über Ihre eigenen Rechte hinaus.`],
  [
    /^This key was rotated, and its end is set; change (\S+) instead\.$/,
    (id) => `Dieser Schlüssel ist erneuert, und sein Ende steht fest; ändern Sie stattdessen ${id}.`,
  ],
  [
    /^Too many requests\. Try again in (\d+) seconds?\.$/,
    (count) => `Zu viele Anfragen. Versuchen Sie es in ${seconds(count)} noch einmal.`,
  ],
  [
    /^The account is locked after too many failed logins\. Try again in (\d+) minutes?, or reset the password\.$/,
    (count) =>
      `Das Konto ist nach zu vielen Fehlversuchen gesperrt. Versuchen Sie es in ${minutes(count)} noch einmal, oder setzen Sie das Passwort zurück.`,
  ],
  [/^Item (\d+): (.*)$/s, (index, issue) => `Eintrag ${Number(index) + 1}: ${germanMessage(issue) ?? issue}`],
];

const operations: Readonly<Record<string, string>> = {
  read: 'lesen',
  create: 'anlegen',
  update: 'ändern',
  delete: 'löschen',
};

/** A message of the service in German; null for a text that is not the service's own, as that of a hook. */
export function germanMessage(message: string): string | null {
  if (Object.hasOwn(germanMessages, message)) return germanMessages[message] ?? null;
  const [, kind = ''] = /^Must be (.*)\.$/s.exec(message) ?? [];
  if (Object.hasOwn(germanKinds, kind)) {
    const [what = '', example] = germanKinds[kind]?.split(', etwa ') ?? [];
    return `Muss ${what} sein${example === undefined ? '' : `, etwa ${example}`}.`;
  }
  return sayByPattern(germanMessagePatterns, message);
}

/** The message of the first pattern that matches a text; null where none does. */
export function sayByPattern(
  patterns: readonly (readonly [pattern: RegExp, say: Say])[],
  text: string,
): string | null {
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(text);
    if (found) return say(...found.slice(1).map((part) => part ?? ''));
  }
  return null;
}

export function characters(count: string): string {
  return count === '1' ? 'ein Zeichen' : `${count} Zeichen`;
}

function entries(count: string): string {
  return count === '1' ? 'einen Eintrag' : `${count} Einträge`;
}

function meant(near: string): string {
  return near === '' ? '.' : `, meinten Sie ${near}?`;
}

export function seconds(count: string): string {
  return count === '1' ? 'einer Sekunde' : `${count} Sekunden`;
}

export function minutes(count: string): string {
  return count === '1' ? 'einer Minute' : `${count} Minuten`;
}
