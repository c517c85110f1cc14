import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { isSvcError } from '../../../templates/sdk/errors.js';
import { segment } from '../../../templates/sdk/methods.js';
import { useApi } from '../api/api-context.js';
import { useAuthMeta, useCollectionMeta } from '../api/meta-context.js';
import { metaKey } from '../api/queries.js';
import { useUnsavedChanges } from '../app/leave-guard.js';
import { fieldErrors } from '../documents/field-errors.js';
import { createFormStore, isDirty } from '../documents/form-store.js';
import { formValues } from '../documents/form-values.js';
import { patchBody } from '../documents/write-body.js';
import { FieldList } from '../fields/field-view.js';
import { type FormContextValue, FormProvider, useFormState } from '../fields/form-context.js';
import { widgetFor } from '../fields/widget-for.js';
import { useErrorDetails, useErrorText } from '../i18n/error-text.js';
import { useTexts } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { Input } from '../ui/inputs.js';
import { Notice } from '../ui/states.js';
import { useNotifier } from '../ui/toast.js';
import { accountTexts } from './texts.js';
import { useOwnUserFields } from './use-own-user-fields.js';
import { type User, userQuery, usersKey } from './user.js';

interface AccountFormProps {
  readonly user: User;
  /** Why nothing can be changed; null if it can. */
  readonly closed: string | null;
  /** Why the email cannot be changed. */
  readonly emailText: string;
  /** Message after saving. */
  readonly saved: string;
  /** Shown below the email: whether it is verified. */
  readonly emailState?: ReactNode;
}

/** The name and the user fields of the config, drawn by the widgets of documents. */
export function AccountForm({ user, closed, emailText, saved, emailState }: AccountFormProps): ReactNode {
  const t = useTexts(accountTexts);
  const formId = useId();
  const fields = useOwnUserFields(user.id);
  const layout = useCollectionMeta('users')?.layout;
  const [store] = useState(() => createFormStore(formValues(fields, user)));
  const context: FormContextValue = {
    ...{ store, formId, widgetFor, closed },
    ...{ kind: 'collection', slug: 'users', documentId: user.id },
  };
  return (
    <FormProvider value={context}>
      <AccountFields user={user} fields={fields} saved={saved} store={store} isClosed={closed !== null}>
        {closed !== null && <Notice>{closed}</Notice>}
        <Field label={t.email} description={emailText}>
          {(control) => <Input {...control} type="email" value={user.email} readOnly />}
        </Field>
        {emailState}
        <FieldList fields={fields} layout={layout} path={[]} />
      </AccountFields>
    </FormProvider>
  );
}

interface AccountFieldsProps extends Pick<AccountFormProps, 'user' | 'saved'> {
  readonly fields: ReturnType<typeof useOwnUserFields>;
  readonly store: ReturnType<typeof createFormStore>;
  readonly isClosed: boolean;
  readonly children: ReactNode;
}

function AccountFields({ user, fields, saved, store, isClosed, children }: AccountFieldsProps): ReactNode {
  const t = useTexts(accountTexts);
  const isChanged = useFormState(isDirty);
  useUnsavedChanges(isChanged);
  const { save, isSaving, fault: issue, loadTheirs } = useSave({ user, fields, saved, store });
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (isChanged && !isSaving) void save();
      }}
    >
      <div className="panel-body">
        {issue !== null && <Notice kind="danger">{issue}</Notice>}
        {loadTheirs !== null && (
          <Notice kind="warning">
            <p>{t.changedMeanwhile}</p>
            <Button onClick={() => void loadTheirs()}>{t.loadTheirs}</Button>
          </Notice>
        )}
        {children}
      </div>
      {!isClosed && (
        <div className="panel-foot">
          <Button disabled={!isChanged && t.nothingToSave} onClick={() => store.reset(store.state().base)}>
            {t.discard}
          </Button>
          <Button type="submit" variant="primary" isBusy={isSaving} disabled={!isChanged && t.nothingToSave}>
            {t.save}
          </Button>
        </div>
      )}
    </form>
  );
}

interface Save {
  readonly save: () => Promise<void>;
  readonly isSaving: boolean;
  /** The error that belongs to no input. */
  readonly fault: string | null;
  /** Set if another user has saved first. */
  readonly loadTheirs: (() => Promise<void>) | null;
}

function useSave(options: Pick<AccountFieldsProps, 'user' | 'fields' | 'saved' | 'store'>): Save {
  const { user, fields, saved, store } = options;
  const api = useApi();
  const client = useQueryClient();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const detailsOf = useErrorDetails();
  const isSelf = useAuthMeta()?.user.id === user.id;
  const [isSaving, setIsSaving] = useState(false);
  const [issue, setIssue] = useState<string | null>(null);
  const [isConflict, setIsConflict] = useState(false);

  const show = (stored: User): void => {
    client.setQueryData(userQuery(api, user.id).queryKey, stored);
    store.reset(formValues(fields, stored));
    setIssue(null);
    setIsConflict(false);
  };
  const refused = (error: unknown): void => {
    const issues = fieldErrors(fields, store.state().values, detailsOf(error));
    store.setErrors(issues.fields);
    setIsConflict(isSvcError(error) && error.currentRevision !== undefined);
    setIssue(issues.fields.length > 0 && issues.others.length === 0 ? null : errorText(error));
  };
  const save = async (): Promise<void> => {
    const { base, values } = store.state();
    setIsSaving(true);
    try {
      const data = patchBody(fields, base, values);
      const ifMatch = user._revision;
      show(await api.call<User>('PATCH', `users/${segment(user.id)}`, data, { ifMatch }));
      notify({ kind: 'success', text: saved });
      await client.invalidateQueries({ queryKey: [...usersKey, 'list'] });
      await client.invalidateQueries({ queryKey: [...usersKey, 'picture', user.id] });
      if (isSelf) await client.invalidateQueries({ queryKey: metaKey });
    } catch (error) {
      refused(error);
    } finally {
      setIsSaving(false);
    }
  };
  const loadTheirs = async (): Promise<void> => {
    try {
      show(await client.fetchQuery({ ...userQuery(api, user.id), staleTime: 0 }));
    } catch (error) {
      setIssue(errorText(error));
    }
  };
  return { save, isSaving, fault: isConflict ? null : issue, loadTheirs: isConflict ? loadTheirs : null };
}
