/** The rules of a new password while it is typed. The list of common passwords is the server's alone: it says so when it refuses. */

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

/** A shorter name is in too many words; as in runtime/auth/passwords/password-rules.ts. */
const shortestLocalPart = 4;

/** Every rule that holds here, and whether the password meets it: in code points and in NFC, as the server counts. */
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
      localPart.length >= shortestLocalPart,
      text !== '' && !text.toLowerCase().includes(localPart),
    ],
  ];
  return rules.filter(([, holds]) => holds).map(([name, , isMet]) => ({ name, isMet }));
}
