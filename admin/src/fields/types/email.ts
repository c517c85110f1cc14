import { textLike } from '../families/text-like.js';
import type { FieldType, Shape } from '../field-type.js';

/** From zod: `z.regexes.email`. */
const pattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

const address: Shape = {
  fits: (value) => value.length <= 254 && pattern.test(value),
  message: {
    en: 'An email address, such as ada@example.com.',
    de: 'Eine E-Mail-Adresse, etwa ada@example.com.',
  },
};

/** An email address. */
export const email: FieldType = { ...textLike, shape: () => address, room: () => 'half' };
