import { textsOf } from '../../i18n/catalogue.js';
import { pluralIn } from '../../i18n/plural.js';

const plural = pluralIn('en');
const pluralDe = pluralIn('de');

/** Texts of the rich text editor. */
export const richTextTexts = textsOf(
  {
    tablesPasted: (count: number) =>
      plural(count, {
        one: 'This text holds no tables: the rows of one became lines.',
        other: 'This text holds no tables: the rows of # became lines.',
      }),
    mediaPasted: (count: number) =>
      plural(count, {
        one: 'This text holds no pictures or films: one was left out.',
        other: 'This text holds no pictures or films: # were left out.',
      }),
    notTree: 'This is not a rich text of the editor, so it is shown as JSON and kept as it is.',
    notShowable: 'The editor cannot hold this rich text as it is, so it is shown as JSON.',
    toolbar: (label: string) => `Format ${label} (Alt F10)`,
    keys: (keys: string) => keys,
    bold: 'Bold',
    italic: 'Italic',
    underline: 'Underline',
    strike: 'Strike through',
    code: 'Code',
    link: 'Link',
    heading1: 'Heading 1',
    heading2: 'Heading 2',
    heading3: 'Heading 3',
    bulletList: 'Bullet list',
    orderedList: 'Numbered list',
    blockquote: 'Quote',
    codeBlock: 'Code block',
    horizontalRule: 'Rule',
    upload: 'File',
    uploadHidden: 'This file is deleted, or you may not see it.',
    uploadOpen: (title: string) => `Open ${title}`,
    undo: 'Undo',
    redo: 'Redo',
    linkAddress: 'Address',
    linkExample: 'https://',
    linkApply: 'Apply',
    linkRemove: 'Remove link',
    linkFault: 'An address begins with https://, http://, mailto:, tel: or /.',
  },
  {
    tablesPasted: (count) =>
      pluralDe(count, {
        one: 'Dieser Text kann keine Tabellen aufnehmen: Die Zeilen von einer wurden zu Absätzen.',
        other: 'Dieser Text kann keine Tabellen aufnehmen: Die Zeilen von # wurden zu Absätzen.',
      }),
    mediaPasted: (count) =>
      pluralDe(count, {
        one: 'Dieser Text kann keine Bilder und Filme aufnehmen: Eines fehlt jetzt.',
        other: 'Dieser Text kann keine Bilder und Filme aufnehmen: # fehlen jetzt.',
      }),
    notTree: 'Das ist kein Text dieses Editors; er wird als JSON gezeigt und bleibt, wie er ist.',
    notShowable: 'Der Editor kann diesen Text so nicht aufnehmen; er wird als JSON gezeigt.',
    toolbar: (label) => `${label} formatieren (Alt F10)`,
    keys: (keys) => keys.replace('Ctrl', 'Strg').replace('Shift', 'Umschalt'),
    bold: 'Fett',
    italic: 'Kursiv',
    underline: 'Unterstrichen',
    strike: 'Durchgestrichen',
    code: 'Code',
    link: 'Link',
    heading1: 'Überschrift 1',
    heading2: 'Überschrift 2',
    heading3: 'Überschrift 3',
    bulletList: 'Aufzählung',
    orderedList: 'Nummerierte Liste',
    blockquote: 'Zitat',
    codeBlock: 'Codeblock',
    horizontalRule: 'Linie',
    upload: 'Datei',
    uploadHidden: 'Diese Datei ist gelöscht, oder Sie dürfen sie nicht sehen.',
    uploadOpen: (title) => `${title} öffnen`,
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    linkAddress: 'Adresse',
    linkExample: 'https://',
    linkApply: 'Übernehmen',
    linkRemove: 'Link entfernen',
    linkFault: 'Eine Adresse beginnt mit https://, http://, mailto:, tel: oder /.',
  },
);
