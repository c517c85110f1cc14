import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Data } from '../../../api/documents.js';
import { chosenFields } from '../../../documents/chosen-fields.js';
import { createFormStore } from '../../../documents/form-store.js';
import { initialValues } from '../../../documents/form-values.js';
import { ErrorSummary } from '../../../fields/error-summary.js';
import { FieldList } from '../../../fields/field-view.js';
import { FormProvider } from '../../../fields/form-context.js';
import { DeeperHeadings } from '../../../fields/group-heading.js';
import { useFormIssues } from '../../../fields/use-form-issues.js';
import { widgetFor } from '../../../fields/widget-for.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { Select } from '../../../ui/inputs.js';
import { listTexts } from '../texts.js';
import type { BulkEdit } from './bulk-work.js';
import { editBody } from './edit-body.js';
import { editableLeaves } from './editable-leaves.js';

interface EditManyProps {
  readonly meta: AdminCollectionMeta;
  /** How many documents, in words. */
  readonly chosen: string;
  readonly onClose: () => void;
  readonly onChosen: (edit: BulkEdit) => void;
}

/** Chooses fields and their values for many documents. Nothing is written yet. */
export function EditMany({ meta, chosen, onClose, onChosen }: EditManyProps): ReactNode {
  const t = useTexts(listTexts);
  const formId = useId();
  const leaves = useMemo(() => editableLeaves(meta.fields), [meta]);
  const [paths, setPaths] = useState<readonly string[]>([]);
  const canDraft = meta.drafts && meta.readDrafts;
  const [isDraft, setIsDraft] = useState(canDraft);
  const store = useMemo(() => createFormStore(initialValues(meta.fields)), [meta]);
  const fields = useMemo(() => chosenFields(meta.fields, new Set(paths)), [meta, paths]);
  const issues = useFormIssues(store, fields);
  const form = useMemo(
    () => ({ store, formId, widgetFor, closed: null, slug: meta.slug, documentId: null }),
    [store, formId, meta],
  );
  const used = leaves.filter(({ field }) => paths.includes(field.path));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (used.length === 0 || !issues.check(!isDraft)) return;
    const data = editBody(used, store.state().values) as Data;
    onChosen({ action: 'edit', data, isDraft });
  };
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={t.editManyTitle}
      description={`${chosen}. ${t.editManyText}`}
      actions={
        <Button
          variant="primary"
          type="submit"
          form={`${formId}-form`}
          disabled={used.length === 0 && t.editManyFirst}
        >
          {t.next}
        </Button>
      }
    >
      <FormProvider value={form}>
        <form id={`${formId}-form`} className="stack" noValidate onSubmit={submit}>
          <ErrorSummary problem={null} />
          <Field label={t.editManyField}>
            {(control) => (
              <Select
                {...control}
                value=""
                onChange={({ target }) => target.value !== '' && setPaths([...paths, target.value])}
              >
                <option value="">{t.chooseValue}</option>
                {leaves
                  .filter(({ field }) => !paths.includes(field.path))
                  .map(({ field, labels }) => (
                    <option key={field.path} value={field.path}>
                      {labels.join(' › ')}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
          <DeeperHeadings>
            <FieldList fields={fields} path={[]} />
          </DeeperHeadings>
          {used.length > 0 && (
            <div className="edit-many-line">
              {used.map(({ field, labels }) => (
                <Button
                  key={field.path}
                  size="small"
                  variant="ghost"
                  icon="close"
                  onClick={() => setPaths(paths.filter((path) => path !== field.path))}
                >
                  {t.leaveOut(labels.join(' › '))}
                </Button>
              ))}
            </div>
          )}
          {canDraft && (
            <Field label={t.editManyState}>
              {(control) => (
                <Select
                  {...control}
                  value={isDraft ? 'draft' : 'live'}
                  onChange={({ target }) => setIsDraft(target.value === 'draft')}
                >
                  <option value="draft">{t.editManyDraft}</option>
                  <option value="live">{t.editManyLive}</option>
                </Select>
              )}
            </Field>
          )}
        </form>
      </FormProvider>
    </Dialog>
  );
}
