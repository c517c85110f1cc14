import { type BodyField, text } from '../body.js';

/** A link token as sent: of any form, since a malformed one gets the same response as an unknown one. */
export const tokenField: BodyField<string> = text({ longest: 500 });
