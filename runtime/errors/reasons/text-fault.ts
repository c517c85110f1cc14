import { faultOfText } from '../../util/storable-text.js';
import { type Reason, reason } from './reason.js';

/** Why a text cannot be stored as it is; null where it can. */
export function textFault(text: string): Reason | null {
  const fault = faultOfText(text);
  if (fault === null) return null;
  return reason(fault === 'surrogate' ? 'value.surrogate' : 'value.nulCharacter');
}
