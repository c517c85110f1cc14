import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../../api/api-context.js';
import { forgetCollection } from '../../../../api/queries.js';
import { useErrorDetails, useErrorText } from '../../../../i18n/error-text.js';
import { useTexts } from '../../../../i18n/language.js';
import { Button } from '../../../../ui/button.js';
import { AlertDialog, Dialog } from '../../../../ui/dialog.js';
import { Field } from '../../../../ui/field.js';
import { Input } from '../../../../ui/inputs.js';
import { Notice } from '../../../../ui/states.js';
import { useNotifier } from '../../../../ui/toast.js';
import type { Folder } from './folder-tree.js';
import { folderTexts } from './texts.js';

interface NameDialogProps {
  /** Of the folders. */
  readonly meta: AdminCollectionMeta;
  /** The folder that gets another name; null: a new one. */
  readonly folder: Folder | null;
  /** Where a new folder is. */
  readonly parent: string | null;
  readonly onClose: () => void;
}

/** Makes a folder, or gives one another name. */
export function NameDialog({ meta, folder, parent, onClose }: NameDialogProps): ReactNode {
  const t = useTexts(folderTexts);
  const api = useApi();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const detailsOf = useErrorDetails();
  const formId = useId();
  const [name, setName] = useState(folder?.name ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const saving = useMutation({
    mutationFn: (text: string) =>
      folder === null
        ? api.collection(meta).create({ name: text, parent })
        : api.collection(meta).update(folder.id, { name: text }),
    onSuccess: async () => {
      await forgetCollection(queries, meta.slug);
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = name.trim();
    setIsMissing(text === '');
    if (text !== '' && !saving.isPending) saving.mutate(text);
  };
  const issue = saving.isError
    ? (detailsOf(saving.error)[0]?.message ?? errorText(saving.error))
    : isMissing
      ? t.nameMissing
      : undefined;
  return (
    <Dialog
      isOpen
      title={folder === null ? t.newFolder : t.renameOf(folder.name)}
      onClose={onClose}
      actions={
        <Button variant="primary" type="submit" form={formId} isBusy={saving.isPending}>
          {t.save}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label={t.name} error={issue} required>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={180}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

interface DeleteFolderProps {
  /** Of the folders. */
  readonly meta: AdminCollectionMeta;
  readonly folder: Folder;
  readonly onClose: (isDeleted: boolean) => void;
}

/** Deletes an empty folder, after a question. */
export function DeleteFolder({ meta, folder, onClose }: DeleteFolderProps): ReactNode {
  const t = useTexts(folderTexts);
  const api = useApi();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { notify } = useNotifier();
  const deleting = useMutation({
    mutationFn: () => api.collection(meta).delete(folder.id),
    onSuccess: async () => {
      onClose(true);
      notify({ kind: 'success', text: t.deleted });
      await forgetCollection(queries, meta.slug);
    },
  });
  return (
    <AlertDialog
      isOpen
      isDanger
      title={t.deleteOf(folder.name)}
      description={t.deleteText}
      action={t.deleteFolder}
      isBusy={deleting.isPending}
      onCancel={() => onClose(false)}
      onConfirm={() => deleting.mutate()}
    >
      {deleting.isError && <Notice kind="danger">{errorText(deleting.error)}</Notice>}
    </AlertDialog>
  );
}
