import type { CharacterKind, PhraseTexts } from './english.js';

/** Texts of the pages in German, by the English text in the code: the compiler knows no other text. */
export const germanTexts = {
  // Fields and links of several pages
  Email: 'E-Mail',
  Password: 'Passwort',
  'Name (optional)': 'Name (freiwillig)',
  'Sign in': 'Anmelden',
  Register: 'Registrieren',
  'Try again': 'Noch einmal versuchen',
  'Mail me a link': 'Link zusenden',
  'Mail me a new link': 'Neuen Link zusenden',
  'Ask for a new link': 'Neuen Link anfordern',
  'Check your email': 'Sehen Sie in Ihre E-Mail',
  'Not possible now': 'Das geht gerade nicht',
  'This link is not valid': 'Dieser Link gilt nicht',

  // Sign in, sign out
  'Keep me signed in': 'Angemeldet bleiben',
  'Forgot your password?': 'Passwort vergessen?',
  'Sign in by a mailed link': 'Mit einem Link per E-Mail anmelden',
  'Sign in with your password': 'Mit dem Passwort anmelden',
  'Sign out': 'Abmelden',
  'The account is ready. Sign in.': 'Das Konto ist angelegt. Melden Sie sich an.',
  'Your email is verified. Sign in.': 'Ihre E-Mail ist bestätigt. Melden Sie sich an.',
  'Your password is changed, and every session has ended. Sign in with the new one.':
    'Ihr Passwort ist geändert, und alle Sitzungen sind beendet. Melden Sie sich mit dem neuen an.',
  'Your email is changed. Sign in with the new one.':
    'Ihre E-Mail ist geändert. Melden Sie sich mit der neuen an.',
  'Welcome! Your account is ready. Sign in.': 'Willkommen! Ihr Konto ist angelegt. Melden Sie sich an.',
  'You are signed out.': 'Sie sind abgemeldet.',

  // Registration
  'You have an account? Sign in': 'Sie haben ein Konto? Anmelden',
  'Registration Disabled': 'Registrierung abgeschaltet',
  'User registration is disabled by the administrator.':
    'Die Registrierung ist vom Administrator abgeschaltet.',
  'If you have an account, sign in. If you need one, ask an administrator for an invitation.':
    'Wenn Sie ein Konto haben, melden Sie sich an. Wenn Sie eines brauchen, bitten Sie einen Administrator um eine Einladung.',

  // Verification
  'Confirm your email address': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'Press the button to confirm that this address is yours.':
    'Drücken Sie den Knopf, um zu bestätigen, dass diese Adresse Ihre ist.',
  'Confirm email address': 'E-Mail-Adresse bestätigen',
  'Your email is already verified': 'Ihre E-Mail ist schon bestätigt',
  'There is nothing left to do: you can sign in.': 'Es bleibt nichts zu tun: Sie können sich anmelden.',
  'If this address waits to be verified, we have sent a link to it.':
    'Wenn diese Adresse noch zu bestätigen ist, ist ein Link an sie unterwegs.',
  'Open the link in the mail; it works for 24 hours. If no mail comes, ask for a new one.':
    'Öffnen Sie den Link in der E-Mail; er gilt 24 Stunden. Wenn keine E-Mail kommt, fordern Sie eine neue an.',

  // Change of the email address
  'Confirm your new email address': 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  'Other devices are signed out then.': 'Andere Geräte werden dann abgemeldet.',

  // Password reset
  'We mail you a link to choose a new one.': 'Wir senden Ihnen einen Link, um ein neues zu wählen.',
  'If there is an account with this address, we have sent a link to it.':
    'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link an sie unterwegs.',
  'The link works for 30 minutes. If no mail comes, look into the spam folder, then ask again.':
    'Der Link gilt 30 Minuten. Wenn keine E-Mail kommt, sehen Sie in den Spam-Ordner, und versuchen Sie es dann noch einmal.',
  'Ask again': 'Noch einmal anfordern',
  'Choose a new password': 'Wählen Sie ein neues Passwort',
  'Afterwards every session of yours ends, on every device.':
    'Danach enden alle Ihre Sitzungen, auf jedem Gerät.',
  'Change the password': 'Passwort ändern',

  // Mailed links and codes
  'We mail you a link and a code that sign you in without a password.':
    'Wir senden Ihnen einen Link und einen Code, die Sie ohne Passwort anmelden.',
  'Code from the mail': 'Code aus der E-Mail',
  'If there is an account with this address, we have sent a link and a code to it.':
    'Wenn es ein Konto mit dieser Adresse gibt, sind ein Link und ein Code an sie unterwegs.',
  'Open the link, or type the code here. Both work for 10 minutes.':
    'Öffnen Sie den Link, oder geben Sie hier den Code ein. Beide gelten 10 Minuten.',
  'Ask for a new mail': 'Neue E-Mail anfordern',

  // Invitations
  'You are invited. Choose a password to accept.':
    'Sie sind eingeladen. Wählen Sie ein Passwort, um die Einladung anzunehmen.',
  'Accept the invitation': 'Einladung annehmen',

  // Refusals as a whole
  'This form was not accepted': 'Dieses Formular wurde nicht angenommen',
  'It seems to have been sent by another site. Nothing has changed.':
    'Es scheint von einer anderen Website zu kommen. Nichts hat sich geändert.',
  'Open the page again and send it from there.':
    'Öffnen Sie die Seite noch einmal, und senden Sie es von dort.',
  'Too many requests': 'Zu viele Anfragen',
  'Not available right now': 'Gerade nicht verfügbar',
  'There is no such page': 'Diese Seite gibt es nicht',
  'The address may be mistyped or out of date.': 'Die Adresse ist vielleicht vertippt oder veraltet.',
  'This could not be done': 'Das ging nicht',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'The server could not do this. It is not your fault.':
    'Der Server konnte das nicht ausführen. Es liegt nicht an Ihnen.',
  'Try again in a moment.': 'Versuchen Sie es gleich noch einmal.',
} as const;

/** Texts with variable parts. */
export const germanPhrases: PhraseTexts = {
  join: ({ site }) => `${site} beitreten`,
  welcome: ({ site }) => `Willkommen bei ${site}`,
  signInWith: ({ email }) => `Drücken Sie den Knopf, um sich von nun an mit ${email} anzumelden.`,
  signInAs: ({ who }) => `Als ${who} anmelden?`,
  signedInAs: ({ who, role }) => `Sie sind als ${who} angemeldet, mit der Rolle ${role}.`,
  failureNumber: ({ id }) => `Wenn es wieder geschieht, nennen Sie einem Administrator diese Nummer: ${id}`,
  tryAgainIn: ({ count, unit }) => `Versuchen Sie es in ${spans[unit](count)} noch einmal.`,
  passwordHint: ({ min, kinds }) =>
    `Mindestens ${min === 1 ? 'ein' : min} Zeichen${kinds.length === 0 ? '' : `, darunter ${listOf(kinds)}`}.`,
  tooManyFromNetwork: ({ wait }, say) => `Aus Ihrem Netz kamen zu viele Anfragen. ${say(wait)}`,
  forAdministrators: ({ message }, say) => `Für Administratoren: ${say(message)}`,
  issue: ({ path, message }, say) => `${path}: ${say(message)}`,
};

const spans = {
  second: (count: number) => (count === 1 ? 'einer Sekunde' : `${count} Sekunden`),
  minute: (count: number) => (count === 1 ? 'einer Minute' : `${count} Minuten`),
};

const characterKinds: Readonly<Record<CharacterKind, string>> = {
  uppercase: 'ein Großbuchstabe',
  lowercase: 'ein Kleinbuchstabe',
  digit: 'eine Ziffer',
  symbol: 'ein Sonderzeichen',
};

function listOf(kinds: readonly CharacterKind[]): string {
  return new Intl.ListFormat('de').format(kinds.map((kind) => characterKinds[kind]));
}
