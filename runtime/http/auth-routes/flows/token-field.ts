import { type BodyField, text } from '../body.js';

/** A link token as sent: of any form, since one that is no token gets the answer of one that is unknown. */
export const tokenField: BodyField<string> = text({ longest: 500 });
