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
  restored: (title) => `„${title}“ ist wieder da.`,
  restoredMany: (count) =>
    plural(count, { one: '# Dokument ist wieder da.', other: '# Dokumente sind wieder da.' }),
  notRestored: (count) =>
    plural(count, {
      one: '# ließ sich nicht wiederherstellen und ist noch im Papierkorb:',
      other: '# ließen sich nicht wiederherstellen und sind noch im Papierkorb:',
    }),
};
