import type { PasswordPolicy } from '../../config/auth-options.js';
import { type Reason, reason } from '../../errors/reasons/reason.js';
import { isCommonPassword } from './is-common-password.js';

/** OWASP ASVS 5, 6.2.9, asks for at least 64; more would only cost time. */
const maxLength = 128;
/**
 * One code point of a password in NFC can come from several in another form; what is longer than this is too
 * long in any case.
 */
const maxTextLength = maxLength * 16;
/** A shorter one ("ann") is in too many words. */
const minLocalPartLength = 4;

/** Whether a password is longer than any that is accepted: seen before it costs a hash. */
export function isTooLong(password: string): boolean {
  return password.length > maxTextLength || codePoints(password.normalize('NFC')) > maxLength;
}

/**
 * What is wrong with a new password, one reason for each rule; empty when it is good. In code points and in
 * NFC (NIST SP 800-63B, 3.1.1.2).
 */
export function failedRules(
  password: string,
  policy: PasswordPolicy,
  email: string | null,
): readonly Reason[] {
  const tooLong = reason('text.tooLong', { max: maxLength });
  if (password.length > maxTextLength) return [tooLong];
  const text = password.normalize('NFC');
  const rules: readonly (readonly [isBroken: boolean, rule: Reason])[] = [
    [codePoints(text) < policy.minLength, reason('text.tooShort', { min: policy.minLength })],
    [codePoints(text) > maxLength, tooLong],
    [policy.uppercase && !/\p{Lu}/u.test(text), reason('password.noUppercase')],
    [policy.lowercase && !/\p{Ll}/u.test(text), reason('password.noLowercase')],
    [policy.digit && !/\p{Nd}/u.test(text), reason('password.noDigit')],
    [policy.symbol && !/[^\p{L}\p{N}\p{M}\s\p{Z}\p{C}]/u.test(text), reason('password.noSymbol')],
    // Argon2 gets UTF-8, where every half is the same replacement character: two passwords would be one.
    [/\p{Cs}/u.test(text), reason('value.surrogate')],
    [containsLocalPart(text, email), reason('password.containsEmail')],
    [isCommonPassword(text), reason('password.common')],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, rule]) => rule);
}

function containsLocalPart(password: string, email: string | null): boolean {
  if (email === null) return false;
  const localPart = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  return localPart.length >= minLocalPartLength && password.toLowerCase().includes(localPart);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
