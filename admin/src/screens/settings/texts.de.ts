import type { Translated } from '../../i18n/catalogue.js';
import type { en } from './texts.en.js';

export const de: Translated<typeof en> = {
  title: 'Systemeinstellungen',
  note: 'Änderungen gelten ab der nächsten Anfrage, auf jeder Instanz.',
  registration: 'Registrierung',
  enable: 'Alle dürfen sich registrieren',
  enableText: 'Öffnet die Registrierungsseite und zeigt den Link dorthin auf der Anmeldeseite.',
  openPage: 'Registrierungsseite öffnen',
  role: 'Rolle neuer Benutzer',
  roleText: 'Was jemand darf, der sich gerade registriert hat.',
  roleWarning: (role) =>
    `Wer sich registriert, wird ${role} und darf ändern, was veröffentlicht ist. Ist das so gemeint?`,
  whatCounts: 'Was hier gespeichert ist, hat Vorrang vor der Konfiguration und der Umgebung des Servers.',
  cannotChange: 'Nur ein Hauptadministrator kann diese Einstellungen ändern.',
  save: 'Speichern',
  saved: 'Einstellungen gespeichert.',
  nothingToSave: 'Es hat sich nichts geändert.',
  retry: 'Änderungen verwerfen',
  mail: 'E-Mail',
  mailText: 'Prüfen Sie, ob E-Mails des Dienstes ankommen, zum Beispiel Einladungen.',
  sendTestMail: 'Test-E-Mail an mich senden',
  testMailSent: (to) =>
    `Der Mailserver hat die E-Mail an ${to} angenommen. Sehen Sie in Ihrem Postfach nach.`,
  noMailServer: 'Es ist kein Mailserver eingerichtet: E-Mails werden auf dem Server in Dateien geschrieben.',
  testMailFailed: (reason) => `Die E-Mail konnte nicht gesendet werden: ${reason}`,
};
