import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { NoAccess } from '../../accounts/no-access.js';
import { keyRoles } from '../../accounts/user-rights.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta, useMeta } from '../../api/meta-context.js';
import { useUnsavedChanges } from '../../app/leave-guard.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { ButtonLink } from '../../ui/link.js';
import { Notice } from '../../ui/states.js';
import { uiTexts } from '../../ui/texts.js';
import { focusIssue } from './focus-issue.js';
import { KeyFields } from './key-fields.js';
import { type KeyIssues, type KeyValues, keyIssues, newKeyBody } from './key-form.js';
import { KeyOnceDialog } from './key-once-dialog.js';
import { scopeTargets } from './key-scopes.js';
import { keysKey, type MadeKey } from './keys-query.js';
import { apiKeysTexts } from './texts.js';
import '../../accounts/accounts.css';
import './api-keys.css';

export function NewKeyScreen(): ReactNode {
  const t = useTexts(apiKeysTexts);
  const auth = useAuthMeta();
  if (auth?.can.manageApiKeys !== true) return <NoAccess title={t.title} />;
  const { user, roles } = auth;
  // The lowest role that is usually useful. The user may choose a higher one.
  const role = keyRoles(user, roles).find(({ name }) => name === 'editor') ?? keyRoles(user, roles).at(-1);
  return (
    <Page title={t.newTitle} crumbs={[{ label: t.title, to: paths.apiKeys }]} isNarrow>
      <NewKeyForm role={role?.name ?? ''} />
    </Page>
  );
}

function NewKeyForm({ role }: { readonly role: string }): ReactNode {
  const t = useTexts(apiKeysTexts);
  const ui = useTexts(uiTexts);
  const meta = useMeta();
  const api = useApi();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const errorText = useErrorText();
  const form = useRef<HTMLFormElement>(null);
  const targets = useMemo(() => scopeTargets(meta, t.everything), [meta, t]);
  const [values, setValues] = useState<KeyValues>({
    ...{ name: '', grant: 'scopes', role, scopes: new Set<string>(), expiry: '1y', day: '' },
  });
  const [issues, setIssues] = useState<KeyIssues>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  useUnsavedChanges(made === null && (values.name !== '' || values.scopes.size > 0));

  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = keyIssues(values, Date.now());
    setIssues(found);
    if (Object.keys(found).length > 0) return focusIssue(form.current);
    setIsBusy(true);
    setRefusal(null);
    try {
      // Not a mutation of the query library, which would cache the response and with it the key.
      setMade(await api.call<MadeKey>('POST', 'auth/api-keys', newKeyBody(values, targets, Date.now())));
    } catch (error) {
      setRefusal(errorText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={(event) => void create(event)}>
      {refusal !== null && <Notice kind="danger">{refusal}</Notice>}
      <KeyFields
        values={values}
        faults={issues}
        targets={targets}
        onChange={(next) => {
          setValues((before) => ({ ...before, ...next }));
          setIssues({});
        }}
      />
      <div className="form-actions">
        <ButtonLink to={paths.apiKeys}>{ui.cancel}</ButtonLink>
        <Button type="submit" variant="primary" icon="key" isBusy={isBusy}>
          {t.create}
        </Button>
      </div>
      <KeyOnceDialog
        made={made}
        onDone={() => {
          setMade(null);
          void client.invalidateQueries({ queryKey: keysKey });
          navigate(paths.apiKeys);
        }}
      />
    </form>
  );
}
