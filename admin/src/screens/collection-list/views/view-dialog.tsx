import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { SavedViewQuery } from '../../../../../templates/sdk/views.js';
import { useApi } from '../../../api/api-context.js';
import { useAuthMeta } from '../../../api/meta-context.js';
import { useRoleLabel } from '../../../app/use-role-label.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { Checkbox, Input } from '../../../ui/inputs.js';
import { Notice } from '../../../ui/states.js';
import { uiTexts } from '../../../ui/texts.js';
import { useNotifier } from '../../../ui/toast.js';
import { viewsTexts } from './texts.js';
import { type SavedView, viewsKeyOf } from './views-query.js';

interface ViewDialogProps {
  readonly slug: string;
  /** Null for a new one. */
  readonly view: SavedView | null;
  /** The query of a new one. */
  readonly query: SavedViewQuery;
  readonly onClose: () => void;
  readonly onSaved: (view: SavedView) => void;
}

/** Saves a new view; or changes the name, the sharing and the default of one. */
export function ViewDialog({ slug, view, query, onClose, onSaved }: ViewDialogProps): ReactNode {
  const t = useTexts(viewsTexts);
  const ui = useTexts(uiTexts);
  const api = useApi();
  const client = useQueryClient();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const formId = useId();
  const shareable = useShareableRoles();
  const [name, setName] = useState(view?.name ?? '');
  const [roles, setRoles] = useState<readonly string[]>(view?.roles ?? []);
  const [isDefault, setIsDefault] = useState(view?.isDefault ?? false);
  const [isSaving, setIsSaving] = useState(false);
  const [isNameless, setIsNameless] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const trimmed = name.trim();
    setIsNameless(trimmed === '');
    if (trimmed === '' || isSaving) return;
    setIsSaving(true);
    setFailure(null);
    try {
      const body = { name: trimmed, isDefault, ...(shareable.length > 0 && { roles }) };
      const saved =
        view === null
          ? await api.call<SavedView>('POST', 'svc/views', { slug, query, ...body })
          : await api.call<SavedView>('PATCH', `svc/views/${view.id}`, body);
      await client.invalidateQueries({ queryKey: viewsKeyOf(slug) });
      notify({ kind: 'success', text: t.saved(saved.name) });
      onSaved(saved);
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={view === null ? t.saveTitle : t.editTitle}
      description={view === null ? t.saveText : undefined}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isSaving}>
            {t.save}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t.name} required error={isNameless ? t.nameMissing : undefined}>
          {(control) => (
            <Input
              {...control}
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Checkbox
          label={t.makeDefault}
          checked={isDefault}
          onChange={(event) => setIsDefault(event.target.checked)}
        />
        {shareable.length > 0 && <SharedRoles shareable={shareable} roles={roles} onChange={setRoles} />}
        {failure !== null && <Notice kind="danger">{errorText(failure)}</Notice>}
      </form>
    </Dialog>
  );
}

interface SharedRolesProps {
  readonly shareable: readonly string[];
  readonly roles: readonly string[];
  readonly onChange: (roles: readonly string[]) => void;
}

function SharedRoles({ shareable, roles, onChange }: SharedRolesProps): ReactNode {
  const t = useTexts(viewsTexts);
  const roleLabel = useRoleLabel();
  const noteId = useId();
  return (
    <fieldset className="view-roles" aria-describedby={noteId}>
      <legend>{t.shareWith}</legend>
      <p id={noteId} className="view-note">
        {t.shareText}
      </p>
      <div className="view-role-list">
        {shareable.map((role) => (
          <Checkbox
            key={role}
            label={roleLabel(role)}
            checked={roles.includes(role)}
            onChange={({ target }) =>
              onChange(target.checked ? [...roles, role] : roles.filter((each) => each !== role))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The roles with which the user may share; empty for those below `editor`, who may not share. */
function useShareableRoles(): readonly string[] {
  const auth = useAuthMeta();
  if (auth === null) return [];
  const rankOf = (role: string): number | undefined => auth.roles.find(({ name }) => name === role)?.rank;
  const own = rankOf(auth.user.role) ?? 0;
  if (own < (rankOf('editor') ?? Infinity)) return [];
  return auth.roles.filter(({ rank }) => rank <= own).map(({ name }) => name);
}
