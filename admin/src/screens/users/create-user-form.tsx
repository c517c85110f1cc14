import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { showIssues } from '../../accounts/form-issues.js';
import { NewAccountFields, newAccountBody, newAccountFields } from '../../accounts/new-account-fields.js';
import { NewPasswordField } from '../../accounts/new-password-field.js';
import { useNewUserFields } from '../../accounts/use-own-user-fields.js';
import { type User, usersKey } from '../../accounts/user.js';
import { startingRole } from '../../accounts/user-rights.js';
import { useApi } from '../../api/api-context.js';
import { useAuthMeta, useCollectionMeta } from '../../api/meta-context.js';
import { paths } from '../../app/paths.js';
import { fieldErrors } from '../../documents/field-errors.js';
import { createFormStore } from '../../documents/form-store.js';
import { initialValues } from '../../documents/form-values.js';
import { creationBody } from '../../documents/write-body.js';
import { ErrorSummary } from '../../fields/error-summary.js';
import { FieldList } from '../../fields/field-view.js';
import { FormProvider, useNewForm } from '../../fields/form-context.js';
import { useFormIssues } from '../../fields/use-form-issues.js';
import { widgetFor } from '../../fields/widget-for.js';
import { useErrorDetails, useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { useNotifier } from '../../ui/toast.js';
import { usersTexts } from './texts.js';

interface CreateUserFormProps {
  readonly id: string;
  readonly onSaving: (isSaving: boolean) => void;
}

interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: string;
}

const builtIn = [...newAccountFields, 'password'] as const;

export function CreateUserForm({ id, onSaving }: CreateUserFormProps): ReactNode {
  const t = useTexts(usersTexts);
  const api = useApi();
  const auth = useAuthMeta();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const detailsOf = useErrorDetails();
  const fields = useNewUserFields();
  const users = useCollectionMeta('users');
  const [store] = useState(() => createFormStore(initialValues(fields)));
  const own = useNewForm({ store, formId: `${id}-own`, widgetFor, slug: 'users' });
  const ownIssues = useFormIssues(store, fields);
  const { register, handleSubmit, setError, setFocus, watch, formState } = useForm<NewUser>({
    defaultValues: { email: '', name: '', password: '', role: auth ? startingRole(auth) : '' },
    // The inputs are not registered in the order of the form, so the first one would be the wrong one.
    shouldFocusError: false,
  });
  const { errors } = formState;
  const refused = (error: unknown): void => {
    const details = detailsOf(error);
    const found = fieldErrors(fields, store.state().values, details);
    store.setErrors(found.fields);
    showIssues(details, builtIn, setError);
    const isPlaced = found.others.every(({ path }) => builtIn.some((name) => name === path));
    if (details.length === 0 || !isPlaced) setError('root', { message: errorText(error) });
  };
  const create = async (values: NewUser): Promise<void> => {
    if (!ownIssues.check(true)) return;
    onSaving(true);
    try {
      const data = {
        ...creationBody(fields, store.state().values),
        ...newAccountBody(values),
        password: values.password,
      };
      const user = await api.call<User>('POST', 'users', data);
      notify({ kind: 'success', text: t.createdUser(user.email) });
      await client.invalidateQueries({ queryKey: usersKey });
      navigate(paths.user(user.id));
    } catch (error) {
      refused(error);
    } finally {
      onSaving(false);
    }
  };
  // Issues of the fields that the config adds are shown together with the others.
  const save = handleSubmit(create, (issues) => {
    ownIssues.check(true);
    const first = builtIn.find((name) => issues[name] !== undefined);
    if (first !== undefined) setFocus(first);
  });
  return (
    <FormProvider value={own}>
      <form id={id} className="form" noValidate onSubmit={(event) => void save(event)}>
        <ErrorSummary problem={null} />
        <NewAccountFields register={register} errors={errors} />
        <NewPasswordField
          label={t.password}
          description={t.passwordText}
          email={watch('email')}
          password={watch('password')}
          error={errors.password?.message}
          input={register('password', { validate: (value) => value !== '' || t.passwordRequired })}
        />
        {fields.length > 0 && <FieldList fields={fields} layout={users?.layout} path={[]} />}
      </form>
    </FormProvider>
  );
}
