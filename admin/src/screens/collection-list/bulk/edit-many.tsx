import { type FormEvent, type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import type { AdminCollectionMeta, AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Data } from '../../../api/documents.js';
import { chosenFields } from '../../../documents/chosen-fields.js';
import { createFormStore } from '../../../documents/form-store.js';
import { initialValues } from '../../../documents/form-values.js';
import { ErrorSummary } from '../../../fields/error-summary.js';
import { FieldList } from '../../../fields/field-view.js';
import { FormProvider, useNewForm } from '../../../fields/form-context.js';
import { DeeperHeadings } from '../../../fields/group-heading.js';
import { useFormIssues } from '../../../fields/use-form-issues.js';
import { widgetFor } from '../../../fields/widget-for.js';
import { useTexts } from '../../../i18n/language.js';
import { Button, IconButton } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { Select } from '../../../ui/inputs.js';
import { listTexts } from '../texts.js';
import type { BulkEdit } from './bulk-work.js';
import { editBody } from './edit-body.js';
import { editableLeaves } from './editable-leaves.js';
import { type ChangeMode, changeModes, checkedFields } from './field-change.js';

interface EditManyProps {
  readonly meta: AdminCollectionMeta;
  /** The number of chosen documents as a text: `3 posts`. */
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
  const [modes, setModes] = useState<Readonly<Record<string, ChangeMode>>>({});
  const modeOf = useCallback(
    (path: string): ChangeMode => {
      const leaf = leaves.find(({ field }) => field.path === path);
      return modes[path] ?? (leaf && changeModes(leaf.field)[0]) ?? 'set';
    },
    [modes, leaves],
  );
  const fields = useMemo(
    () => checkedFields(chosenFields(meta.fields, new Set(paths)), { modeOf, isDraft }),
    [meta, paths, modeOf, isDraft],
  );
  const issues = useFormIssues(store, fields);
  const form = useNewForm({ store, formId, widgetFor, slug: meta.slug });
  const used = leaves.filter(({ field }) => paths.includes(field.path));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (used.length === 0 || !issues.check(true)) return;
    const data = editBody(used, store.state().values, modeOf) as Data;
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
          {used.length > 0 && (
            <ul className="edit-many">
              {used.map(({ field, labels }) => (
                <li key={field.path}>
                  <div className="edit-many-line">
                    <ModeSelect
                      field={field}
                      label={labels.join(' › ')}
                      mode={modeOf(field.path)}
                      onChange={(mode) => setModes({ ...modes, [field.path]: mode })}
                    />
                    <IconButton
                      size="small"
                      icon="close"
                      label={t.leaveOut(labels.join(' › '))}
                      onClick={() => setPaths(paths.filter((path) => path !== field.path))}
                    />
                  </div>
                  <DeeperHeadings>
                    <OneField fields={fields} path={field.path} />
                  </DeeperHeadings>
                </li>
              ))}
            </ul>
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

interface ModeSelectProps {
  readonly field: AdminFieldMeta;
  readonly label: string;
  readonly mode: ChangeMode;
  readonly onChange: (mode: ChangeMode) => void;
}

/** Chooses how a field changes, where there is a choice. */
function ModeSelect({ field, label, mode, onChange }: ModeSelectProps): ReactNode {
  const t = useTexts(listTexts);
  const id = useId();
  const modes = changeModes(field);
  if (modes.length < 2) return null;
  const texts: Readonly<Record<ChangeMode, string>> = {
    set: field.hasMany === true ? t.modeReplace : t.modeSet,
    add: t.modeAdd,
    remove: t.modeRemove,
    increase: t.modeIncrease,
  };
  return (
    <>
      <label className="edit-many-mode" htmlFor={id}>
        {t.changeMode} <span className="visually-hidden">{label}</span>
      </label>
      <Select isSmall id={id} value={mode} onChange={({ target }) => onChange(target.value as ChangeMode)}>
        {modes.map((each) => (
          <option key={each} value={each}>
            {texts[each]}
          </option>
        ))}
      </Select>
    </>
  );
}

interface OneFieldProps {
  readonly fields: readonly AdminFieldMeta[];
  readonly path: string;
}

/** The input of one of the fields, with the headings of the groups around it. */
function OneField({ fields, path }: OneFieldProps): ReactNode {
  const own = useMemo(() => chosenFields(fields, new Set([path])), [fields, path]);
  return <FieldList fields={own} path={[]} />;
}
