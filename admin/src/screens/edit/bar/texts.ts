import { textsOf } from '../../../i18n/catalogue.js';
import { de } from './texts.de.js';
import { en } from './texts.en.js';

/** Texts of the document bar. */
export const barTexts = textsOf(en, de);
