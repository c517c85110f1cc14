import { textLike } from '../families/text-like.js';
import type { FieldType, Shape } from '../field-type.js';

const address: Shape = {
  fits: (value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value),
  message: {
    en: 'An address that begins with https:// or http://.',
    de: 'Eine Adresse, die mit https:// oder http:// beginnt.',
  },
};

/** An absolute http or https address. */
export const url: FieldType = { ...textLike, shape: () => address, room: () => 'half' };
