import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  title: 'Meine Sitzungen',
  note: 'Wo Sie angemeldet sind. Beenden Sie, was Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  end: 'Sitzung beenden',
  endNamed: (device) => `Sitzung beenden: ${device}`,
  signOut: 'Abmelden',
  ended: (device) => `Die Sitzung von ${device} ist beendet.`,
};
