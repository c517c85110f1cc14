import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import { segment } from '../../../../templates/sdk/methods.js';
import { NoAccess } from '../../accounts/no-access.js';
import { useAction } from '../../accounts/use-action.js';
import { useUserNames } from '../../accounts/use-user-names.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta, useMeta } from '../../api/meta-context.js';
import { useUnsavedChanges } from '../../app/leave-guard.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import type { ScreenProps } from '../../app/route.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { ButtonLink } from '../../ui/link.js';
import { EmptyState, ErrorState, LoadingScreen } from '../../ui/states.js';
import { uiTexts } from '../../ui/texts.js';
import { focusIssue } from './focus-issue.js';
import { KeyActions } from './key-actions.js';
import { KeyFields } from './key-fields.js';
import { type KeyIssues, type KeyValues, keyChanges, keyIssues } from './key-form.js';
import { KeyStateBadge } from './key-row.js';
import { readScopes, scopeTargets } from './key-scopes.js';
import { type ApiKey, keyQuery, keysKey } from './keys-query.js';
import { apiKeysTexts } from './texts.js';
import '../../accounts/accounts.css';
import './api-keys.css';

/** One API key: its rights, its last use and its expiry. */
export function KeyScreen({ params }: ScreenProps<'id'>): ReactNode {
  const t = useTexts(apiKeysTexts);
  const may = useAuthMeta()?.can.manageApiKeys === true;
  const { data: apiKey, error, refetch } = useQuery({ ...keyQuery(useApi(), params.id), enabled: may });
  const [, navigate] = useLocation();
  const crumbs = [{ label: t.title, to: paths.apiKeys }];
  if (!may) return <NoAccess title={t.title} />;
  if (apiKey) {
    return (
      <Page
        title={apiKey.name}
        mark={<KeyStateBadge apiKey={apiKey} />}
        crumbs={crumbs}
        isNarrow
        actions={<KeyActions apiKey={apiKey} onRevoked={() => navigate(paths.apiKeys)} />}
      >
        <KeyFacts apiKey={apiKey} />
        <KeyForm key={JSON.stringify([apiKey.name, apiKey.scopes, apiKey.expiresAt])} apiKey={apiKey} />
      </Page>
    );
  }
  if (!error) return <LoadingScreen />;
  return (
    <Page title={t.title} crumbs={crumbs}>
      {isSvcError(error) && error.code === 'NOT_FOUND' ? (
        <EmptyState
          icon="key"
          title={t.gone}
          text={t.goneText}
          actions={<ButtonLink to={paths.apiKeys}>{t.toKeys}</ButtonLink>}
        />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  const t = useTexts(apiKeysTexts);
  const { prefix, createdAt, createdBy, lastUsedAt } = apiKey;
  const nameOf = useUserNames([createdBy]);
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t.prefix, <code key="prefix">{prefix}…</code>],
    [
      t.lastUsed,
      lastUsedAt === null ? t.neverUsed : <DateTime key="used" value={lastUsedAt} style="relative" />,
    ],
    [t.created, <DateTime key="created" value={createdAt} />],
    [t.madeBy, createdBy === null ? t.commandLine : nameOf(createdBy)],
  ];
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function KeyForm({ apiKey }: { readonly apiKey: ApiKey }): ReactNode {
  const t = useTexts(apiKeysTexts);
  const ui = useTexts(uiTexts);
  const meta = useMeta();
  const api = useApi();
  const form = useRef<HTMLFormElement>(null);
  const targets = useMemo(() => scopeTargets(meta, t.everything), [meta, t]);
  const [values, setValues] = useState<KeyValues>({
    name: apiKey.name,
    grant: apiKey.role === null ? 'scopes' : 'role',
    role: apiKey.role ?? '',
    scopes: readScopes(apiKey.scopes ?? [], targets),
    expiry: 'keep',
    day: '',
  });
  const [issues, setIssues] = useState<KeyIssues>({});
  const changesNow = (): object => keyChanges(values, apiKey, { targets, now: Date.now() });
  const isDirty = Object.keys(changesNow()).length > 0;
  const save = useAction({
    call: () => api.call('PATCH', `auth/api-keys/${segment(apiKey.id)}`, changesNow()),
    done: t.saved,
    forget: [keysKey],
  });
  useUnsavedChanges(isDirty && !save.isBusy);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = keyIssues(values, Date.now());
    setIssues(found);
    if (Object.keys(found).length > 0) focusIssue(form.current);
    else if (isDirty && !save.isBusy) save.run();
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={submit}>
      <KeyFields
        values={values}
        faults={issues}
        targets={targets}
        stored={apiKey}
        onChange={(next) => {
          setValues((before) => ({ ...before, ...next }));
          setIssues({});
        }}
      />
      <div className="form-actions">
        <ButtonLink to={paths.apiKeys}>{ui.cancel}</ButtonLink>
        <Button type="submit" variant="primary" isBusy={save.isBusy} disabled={!isDirty && t.nothingToSave}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
