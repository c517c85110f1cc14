import { textsOf } from '../../i18n/catalogue.js';

/** Texts of labels and comments of versions. */
export const noteTexts = textsOf(
  {
    title: 'Label and comments',
    label: 'Label',
    labelSame: 'The label has not changed.',
    saveLabel: 'Save label',
    comment: 'Comment',
    commentEmpty: 'The comment is empty.',
    send: 'Add comment',
    you: 'You',
    key: 'An API key',
    otherUser: 'Another user',
    deleteComment: (name: string): string => `Delete the comment of ${name}`,
  },
  {
    title: 'Name und Kommentare',
    label: 'Name der Version',
    labelSame: 'Der Name ist unverändert.',
    saveLabel: 'Namen speichern',
    comment: 'Kommentar',
    commentEmpty: 'Der Kommentar ist leer.',
    send: 'Kommentieren',
    you: 'Sie',
    key: 'Ein API-Schlüssel',
    otherUser: 'Ein anderer Benutzer',
    deleteComment: (name) => `Kommentar von ${name} löschen`,
  },
);
