import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import type { AuthConfiguration } from '../../../templates/sdk/auth/answers.js';
import type { Api } from '../api/api.js';
import { useApi } from '../api/api-context.js';
import { useTexts } from '../i18n/language.js';
import { IconButton } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { Field } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { Input } from '../ui/inputs.js';
import { type PasswordRuleName, passwordRules } from './password-rules.js';
import { accountTexts } from './texts.js';

function authConfigQuery(api: Api) {
  return queryOptions({
    queryKey: ['auth-config'],
    queryFn: ({ signal }) => api.call<AuthConfiguration>('GET', 'auth/config', undefined, { signal }),
    staleTime: 60_000,
  });
}

interface NewPasswordFieldProps {
  readonly label: string;
  readonly description?: string;
  /** The user's email: the password must not contain its local part. */
  readonly email: string;
  /** The current value. */
  readonly password: string;
  readonly error?: string | undefined;
  /** Props of the input, from the form that contains it. */
  readonly input: ComponentProps<'input'>;
}

/**
 * An input for a new password, with the rules below it: each shows whether it is met during typing. The
 * password can be made visible.
 */
export function NewPasswordField(props: NewPasswordFieldProps): ReactNode {
  const { label, description, email, password, error, input } = props;
  const t = useTexts(accountTexts);
  const rulesId = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} description={description} error={error} required>
      {(control) => (
        <>
          <div className="password-line">
            <Input
              {...control}
              {...input}
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
              autoCapitalize="none"
              spellCheck={false}
              aria-describedby={classNames(control['aria-describedby'], rulesId)}
            />
            <IconButton
              icon="eye"
              label={isShown ? t.hidePassword : t.showPassword}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            />
          </div>
          <PasswordRules id={rulesId} password={password} email={email} />
        </>
      )}
    </Field>
  );
}

interface PasswordRulesProps {
  readonly id: string;
  readonly password: string;
  readonly email: string;
}

function PasswordRules({ id, password, email }: PasswordRulesProps): ReactNode {
  const t = useTexts(accountTexts);
  const { data } = useQuery(authConfigQuery(useApi()));
  const policy = data?.passwordPolicy;
  if (policy === undefined) return <div id={id} />;
  const texts: Readonly<Record<PasswordRuleName, string>> = {
    minLength: t.ruleLength(policy.minLength),
    ...{ uppercase: t.ruleUppercase, lowercase: t.ruleLowercase, digit: t.ruleDigit },
    ...{ symbol: t.ruleSymbol, notEmail: t.ruleNotEmail },
  };
  return (
    <ul id={id} className="password-rules" aria-label={t.rules}>
      {passwordRules(password, policy, email).map(({ name, isMet }) => (
        <li key={name} className={classNames(isMet && 'rule-met')}>
          <Icon name={isMet ? 'check' : 'circle'} />
          <span>
            {texts[name]}
            <span className="visually-hidden"> {isMet ? t.ruleMet : t.ruleOpen}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
