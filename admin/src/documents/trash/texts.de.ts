import type { Translated } from '../../i18n/catalogue.js';
import { pluralIn } from '../../i18n/plural.js';
import type { en } from './texts.en.js';

const plural = pluralIn('de');

export const de: Translated<typeof en> = {
  moved: (title) => `„${title}“ liegt jetzt im Papierkorb.`,
  movedMany: (count) =>
    plural(count, {
      one: '# Dokument liegt jetzt im Papierkorb.',
      other: '# Dokumente liegen jetzt im Papierkorb.',
    }),
  undo: 'Rückgängig',
  restored: (title) => `„${title}“ wurde wiederhergestellt.`,
  restoredMany: (count) =>
    plural(count, {
      one: '# Dokument wurde wiederhergestellt.',
      other: '# Dokumente wurden wiederhergestellt.',
    }),
  notRestored: (count) =>
    plural(count, {
      one: '# konnte nicht wiederhergestellt werden und ist noch im Papierkorb:',
      other: '# konnten nicht wiederhergestellt werden und sind noch im Papierkorb:',
    }),
};
