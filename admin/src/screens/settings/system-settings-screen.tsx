import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AuthSystemSettings } from '../../../../templates/sdk/auth/answers.js';
import { NoAccess } from '../../accounts/no-access.js';
import { useAction } from '../../accounts/use-action.js';
import type { Api } from '../../api/api.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { metaKey } from '../../api/queries.js';
import { useUnsavedChanges } from '../../app/leave-guard.js';
import { Page } from '../../app/page.js';
import { serverPages } from '../../app/paths.js';
import { useRoleLabel } from '../../app/use-role-label.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Select, Switch } from '../../ui/inputs.js';
import { OuterLink } from '../../ui/link.js';
import { ErrorState, LoadingScreen, Notice } from '../../ui/states.js';
import { TestMail } from './test-mail.js';
import { settingsTexts } from './texts.js';
import '../../accounts/accounts.css';
import './settings.css';

/** Registration never grants a higher role than these (docs/spec/service.md#system-settings). */
const registrationRoles = ['customer', 'author', 'editor', 'admin'] as const;
const rolesThatWrite: ReadonlySet<string> = new Set(['author', 'editor', 'admin']);

const settingsKey = ['system-settings'] as const;

function settingsQuery(api: Api) {
  return queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.call<AuthSystemSettings>('GET', 'globals/system', undefined, { signal }),
  });
}

export function SystemSettingsScreen(): ReactNode {
  const t = useTexts(settingsTexts);
  const auth = useAuthMeta();
  if (auth?.can.readSettings !== true) return <NoAccess title={t.title} />;
  return (
    <Page title={t.title} note={t.note} isNarrow>
      <LoadedSettings />
      {auth.can.manageUsers && <TestMail />}
    </Page>
  );
}

function LoadedSettings(): ReactNode {
  const { data, error, refetch } = useQuery(settingsQuery(useApi()));
  if (data) return <SettingsForm key={JSON.stringify(data)} stored={data} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingScreen />;
}

function SettingsForm({ stored }: { readonly stored: AuthSystemSettings }): ReactNode {
  const t = useTexts(settingsTexts);
  const api = useApi();
  const roleLabel = useRoleLabel();
  const mayChange = useAuthMeta()?.can.changeSettings === true;
  const [values, setValues] = useState(stored);
  const { enableRegistration, defaultRegistrationRole } = values;
  const isDirty =
    enableRegistration !== stored.enableRegistration ||
    defaultRegistrationRole !== stored.defaultRegistrationRole;
  useUnsavedChanges(isDirty);
  const save = useAction({
    call: (data: AuthSystemSettings) => api.call('PATCH', 'globals/system', data),
    done: t.saved,
    forget: [settingsKey, metaKey],
  });
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !save.isBusy) save.run(values);
      }}
    >
      <div className="panel-body">
        {!mayChange && <Notice>{t.cannotChange}</Notice>}
        <h2 className="settings-heading">{t.registration}</h2>
        <div className="settings-switch">
          <Switch
            label={t.enable}
            checked={enableRegistration}
            disabled={!mayChange}
            aria-describedby="enable-text"
            onChange={(event) => setValues({ ...values, enableRegistration: event.target.checked })}
          />
          <p id="enable-text" className="field-description">
            {t.enableText}
          </p>
          {stored.enableRegistration && (
            <OuterLink href={serverPages.register} isNewTab>
              {t.openPage}
            </OuterLink>
          )}
        </div>
        <Field label={t.role} description={t.roleText}>
          {(control) => (
            <Select
              {...control}
              value={defaultRegistrationRole}
              disabled={!mayChange}
              onChange={(event) => {
                const role = registrationRoles.find((each) => each === event.target.value);
                if (role) setValues({ ...values, defaultRegistrationRole: role });
              }}
            >
              {registrationRoles.map((role) => (
                <option key={role} value={role}>
                  {roleLabel(role)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div aria-live="polite">
          {enableRegistration && rolesThatWrite.has(defaultRegistrationRole) && (
            <Notice kind="warning">{t.roleWarning(roleLabel(defaultRegistrationRole))}</Notice>
          )}
        </div>
        <p className="field-description">{t.whatCounts}</p>
      </div>
      {mayChange && (
        <div className="panel-foot">
          <Button disabled={!isDirty && t.nothingToSave} onClick={() => setValues(stored)}>
            {t.retry}
          </Button>
          <Button type="submit" variant="primary" isBusy={save.isBusy} disabled={!isDirty && t.nothingToSave}>
            {t.save}
          </Button>
        </div>
      )}
    </form>
  );
}
