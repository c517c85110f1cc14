import { textsOf } from '../../../i18n/catalogue.js';
import { de } from './texts.de.js';
import { en } from './texts.en.js';

/** Texts of previews. */
export const previewTexts = textsOf(en, de);
