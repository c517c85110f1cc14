import { textsOf } from '../../i18n/catalogue.js';

/** Texts of links by which users set a new password. */
export const resetLinkTexts = textsOf(
  {
    note: 'A link with which the user sets a new password. The old one works until then.',
    mail: 'Email a link',
    show: 'Show a link',
    mailed: (email: string): string => `A link is on its way to ${email}.`,
    title: 'Link for a new password',
    once: (time: string): string =>
      `It is shown only now, works once and until ${time}. Anybody who has it can set the password: give it only to the user.`,
    link: 'Link',
    copy: 'Copy',
  },
  {
    note: 'Ein Link, mit dem der Benutzer ein neues Passwort setzt. Bis dahin gilt das alte.',
    mail: 'Link per E-Mail senden',
    show: 'Link zeigen',
    mailed: (email) => `Ein Link ist unterwegs an ${email}.`,
    title: 'Link für ein neues Passwort',
    once: (time) =>
      `Er wird nur jetzt gezeigt, gilt einmal und bis ${time}. Wer ihn hat, kann das Passwort setzen: Geben Sie ihn nur dem Benutzer.`,
    link: 'Link',
    copy: 'Kopieren',
  },
);
