import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  notLoaded:
    'Die Ergänzungen dieser Verwaltung konnten nicht geladen werden. Alles andere funktioniert. Laden Sie die Seite neu; hilft das nicht, sagen Sie es der Administration.',
  pieceFailed: (name) => `„${name}“ kann wegen eines Fehlers nicht gezeigt werden.`,
  failedTitle: 'Diese Seite kann nicht gezeigt werden',
  cellFailed: 'Fehler',
  tryAgain: 'Erneut versuchen',
  actionFailed: (name, reason) => `„${name}“ hat nicht geklappt: ${reason}`,
  tooMany: (max) => `Höchstens ${max} Dokumente auf einmal: Wählen Sie weniger aus.`,
};
