import { textsOf } from './catalogue.js';
import { de } from './errors.de.js';
import { en } from './errors.en.js';

export const errorTexts = textsOf(en, de);
