import type { ReactNode } from 'react';
import { keyRoles } from '../../accounts/user-rights.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Field } from '../../ui/field.js';
import { Icon } from '../../ui/icon.js';
import { Input, Select } from '../../ui/inputs.js';
import { Notice } from '../../ui/states.js';
import { expiryChoices } from './key-expiry.js';
import type { KeyIssues, KeyValues } from './key-form.js';
import type { ScopeTarget } from './key-scopes.js';
import { ScopeBuilder } from './scope-builder.js';
import { apiKeysTexts } from './texts.js';

interface KeyFieldsProps {
  readonly values: KeyValues;
  readonly faults: KeyIssues;
  readonly targets: readonly ScopeTarget[];
  /** The stored key, when an existing one is edited. It keeps its role, or stays a key with scopes. */
  readonly stored?: { readonly expiresAt: string | null };
  readonly onChange: (next: Partial<KeyValues>) => void;
}

/** The name, rights and expiry of a key. */
export function KeyFields({ values, faults: issues, targets, stored, onChange }: KeyFieldsProps): ReactNode {
  const t = useTexts(apiKeysTexts);
  return (
    <>
      <section className="panel" aria-label={t.name}>
        <div className="panel-body">
          <Field label={t.name} description={t.nameText} required error={issues.name && t[issues.name]}>
            {(control) => (
              <Input
                {...control}
                value={values.name}
                maxLength={200}
                autoComplete="off"
                data-fault={issues.name !== undefined || undefined}
                onChange={(event) => onChange({ name: event.target.value })}
              />
            )}
          </Field>
          <ExpiryFields values={values} faults={issues} onChange={onChange} {...(stored && { stored })} />
        </div>
      </section>
      <section className="panel" aria-label={t.rights}>
        <div className="panel-body">
          {stored === undefined && <GrantChoice values={values} onChange={onChange} />}
          {values.grant === 'role' ? (
            <RoleField values={values} isFixed={stored !== undefined} onChange={onChange} />
          ) : (
            <>
              <ScopeBuilder
                targets={targets}
                selection={values.scopes}
                onChange={(scopes) => onChange({ scopes })}
              />
              {issues.scopes && (
                <p className="field-error" role="alert">
                  <Icon name="alert" />
                  <span>{t[issues.scopes]}</span>
                </p>
              )}
            </>
          )}
        </div>
      </section>
    </>
  );
}

type PartProps = Pick<KeyFieldsProps, 'values' | 'onChange'>;

function GrantChoice({ values, onChange }: PartProps): ReactNode {
  const t = useTexts(apiKeysTexts);
  const choices = [
    { grant: 'role', label: t.byRole, text: t.byRoleText },
    { grant: 'scopes', label: t.byScopes, text: t.byScopesText },
  ] as const;
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">{t.rights}</legend>
      {choices.map(({ grant, label, text }) => (
        <label key={grant} className="choice">
          <input
            type="radio"
            name="grant"
            checked={values.grant === grant}
            onChange={() => onChange({ grant })}
          />
          <span>
            <strong>{label}</strong>
            <span className="field-description">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function RoleField({ values, isFixed, onChange }: PartProps & { readonly isFixed: boolean }): ReactNode {
  const t = useTexts(apiKeysTexts);
  const roleLabel = useRoleLabel();
  const auth = useAuthMeta();
  const names = auth ? keyRoles(auth.user, auth.roles).map(({ name }) => name) : [];
  return (
    <Field label={t.role} description={isFixed ? t.roleStays : undefined}>
      {(control) => (
        <Select
          {...control}
          value={values.role}
          disabled={isFixed}
          onChange={(event) => onChange({ role: event.target.value })}
        >
          {[...new Set([...names, values.role])].map((name) => (
            <option key={name} value={name}>
              {roleLabel(name)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function ExpiryFields(props: Omit<KeyFieldsProps, 'targets'>): ReactNode {
  const { values, faults: issues, stored, onChange } = props;
  const t = useTexts(apiKeysTexts);
  const formats = useFormats();
  const texts = { '30d': t.in30d, '90d': t.in90d, '1y': t.in1y, never: t.never, custom: t.custom };
  const current = stored?.expiresAt;
  return (
    <>
      <Field label={t.expiry}>
        {(control) => (
          <Select
            {...control}
            value={values.expiry}
            onChange={({ target }) =>
              onChange({ expiry: expiryChoices.find((each) => each === target.value) ?? 'keep' })
            }
          >
            {current !== undefined && (
              <option value="keep">
                {t.keepExpiry(current === null ? t.never : formats.dateTime(current))}
              </option>
            )}
            {expiryChoices.map((choice) => (
              <option key={choice} value={choice}>
                {texts[choice]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {values.expiry === 'custom' && (
        <Field label={t.day} required error={issues.day && t[issues.day]}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={values.day}
              data-fault={issues.day !== undefined || undefined}
              onChange={(event) => onChange({ day: event.target.value })}
            />
          )}
        </Field>
      )}
      <div aria-live="polite">
        {values.expiry === 'never' && <Notice kind="warning">{t.neverText}</Notice>}
      </div>
    </>
  );
}
