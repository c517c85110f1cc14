import { textsOf } from '../../i18n/catalogue.js';

/** Texts of tabs in forms. */
export const layoutTexts = textsOf(
  { tabs: 'Parts of the form', errors: (count: number) => (count === 1 ? '1 error' : `${count} errors`) },
  {
    tabs: 'Teile des Formulars',
    errors: (count) => (count === 1 ? '1 Fehler' : `${count} Fehler`),
  },
);
