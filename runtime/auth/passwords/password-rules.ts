import type { PasswordPolicy } from '../../config/auth-options.js';
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
 * What is wrong with a new password, one sentence for each rule; empty when it is good. In code points and in
 * NFC (NIST SP 800-63B, 3.1.1.2).
 */
export function failedRules(
  password: string,
  policy: PasswordPolicy,
  email: string | null,
): readonly string[] {
  const tooLong = `Must have at most ${maxLength} characters.`;
  if (password.length > maxTextLength) return [tooLong];
  const text = password.normalize('NFC');
  const rules: readonly (readonly [isBroken: boolean, message: string])[] = [
    [codePoints(text) < policy.minLength, `Must have at least ${policy.minLength} characters.`],
    [codePoints(text) > maxLength, tooLong],
    [policy.uppercase && !/\p{Lu}/u.test(text), 'Must contain an uppercase letter.'],
    [policy.lowercase && !/\p{Ll}/u.test(text), 'Must contain a lowercase letter.'],
    [policy.digit && !/\p{Nd}/u.test(text), 'Must contain a digit.'],
    [
      policy.symbol && !/[^\p{L}\p{N}\p{M}\s\p{Z}\p{C}]/u.test(text),
      'Must contain a symbol, such as ! or #.',
    ],
    // Argon2 gets UTF-8, where every half is the same replacement character: two passwords would be one.
    [/\p{Cs}/u.test(text), 'Must not contain half of a surrogate pair.'],
    [containsLocalPart(text, email), 'Must not contain the part of the email before the @.'],
    [
      isCommonPassword(text),
      'Must not be a common password: a known word with digits or symbols around it is guessed first.',
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => message);
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
