import { textsOf } from '../i18n/catalogue.js';

/** Texts of the widget of colours. */
export const colorTexts = textsOf(
  { pick: (label: string) => `Choose a colour: ${label}` },
  { pick: (label) => `Farbe wählen: ${label}` },
);
