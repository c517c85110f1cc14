import { textsOf } from '../../i18n/catalogue.js';
import { de } from './texts.de.js';
import { en } from './texts.en.js';

export const shortcutTexts = textsOf(en, de);
