import { textsOf } from '../../../i18n/catalogue.js';
import { de } from './texts.de.js';
import { en } from './texts.en.js';

/** Texts of comparisons. */
export const diffTexts = textsOf(en, de);
