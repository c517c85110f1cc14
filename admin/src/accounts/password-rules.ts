/**
 * The rules of a new password during typing. Only the server has the list of common passwords; it returns an
 * issue.
 */

/** `passwordPolicy` of `GET /api/auth/config`. */
export interface PasswordPolicy {
  readonly minLength: number;
  readonly uppercase: boolean;
  readonly lowercase: boolean;
  readonly digit: boolean;
  readonly symbol: boolean;
}

export type PasswordRuleName = 'minLength' | 'uppercase' | 'lowercase' | 'digit' | 'symbol' | 'notEmail';

export interface PasswordRule {
  readonly name: PasswordRuleName;
  readonly isMet: boolean;
}

/** Shorter names occur in too many words; the same value as in runtime/auth/passwords/password-rules.ts. */
const minLocalPartLength = 4;

/**
 * Returns every rule of the policy and whether the password meets it. Lengths are counted in code points of
 * the NFC form, as the server does.
 */
export function passwordRules(
  password: string,
  policy: PasswordPolicy,
  email: string,
): readonly PasswordRule[] {
  const text = password.normalize('NFC');
  const localPart = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  const rules: readonly (readonly [name: PasswordRuleName, holds: boolean, isMet: boolean])[] = [
    ['minLength', true, [...text].length >= policy.minLength],
    ['uppercase', policy.uppercase, /\p{Lu}/u.test(text)],
    ['lowercase', policy.lowercase, /\p{Ll}/u.test(text)],
    ['digit', policy.digit, /\p{Nd}/u.test(text)],
    ['symbol', policy.symbol, /[^\p{L}\p{N}\p{M}\s\p{Z}\p{C}]/u.test(text)],
    [
      'notEmail',
      localPart.length >= minLocalPartLength,
      text !== '' && !text.toLowerCase().includes(localPart),
    ],
  ];
  return rules.filter(([, holds]) => holds).map(([name, , isMet]) => ({ name, isMet }));
}
