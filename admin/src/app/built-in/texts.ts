import { textsOf } from '../../i18n/catalogue.js';
import { de } from './texts.de.js';
import { en } from './texts.en.js';

/** Texts of the fields that every file and every folder has. */
export const builtInTexts = textsOf(en, de);
