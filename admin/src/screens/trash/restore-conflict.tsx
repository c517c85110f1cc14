import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import type { AdminCollectionMeta, AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../runtime/util/json.js';
import { useApi } from '../../api/api-context.js';
import { forgetTrashed, type TrashedDocument, trashApi } from '../../api/trash.js';
import { chosenFields } from '../../documents/chosen-fields.js';
import { fieldLeaves, isWritable } from '../../documents/field-leaves.js';
import { createFormStore, type FormStore } from '../../documents/form-store.js';
import { formValues } from '../../documents/form-values.js';
import { contentOf } from '../../documents/stored-document.js';
import { patchBody } from '../../documents/write-body.js';
import { ErrorSummary } from '../../fields/error-summary.js';
import { FieldList } from '../../fields/field-view.js';
import { FormProvider, useNewForm } from '../../fields/form-context.js';
import { DeeperHeadings } from '../../fields/group-heading.js';
import { type FormProblem, useFormIssues } from '../../fields/use-form-issues.js';
import { widgetFor } from '../../fields/widget-for.js';
import { useErrorDetails } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { useNotifier } from '../../ui/toast.js';
import { trashScreenTexts } from './texts.js';

/** A restore that the service has refused, with the fields that are in the way. */
export interface RestoreRefusal {
  readonly document: TrashedDocument;
  readonly title: string;
  readonly error: unknown;
}

interface RestoreConflictProps {
  readonly meta: AdminCollectionMeta;
  readonly refusal: RestoreRefusal;
  readonly onClose: () => void;
}

/** Asks for other values of the fields that prevent a restore. */
export function RestoreConflict({ meta, refusal, onClose }: RestoreConflictProps): ReactNode {
  const { document, title } = refusal;
  const t = useTexts(trashScreenTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const formId = useId();
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  const store = useMemo(
    () => createFormStore(formValues(meta.fields, contentOf(document))),
    [meta, document],
  );
  const form = useNewForm({ store, formId, widgetFor, slug: meta.slug });
  const { problem, show } = useRefusal(store, meta.fields, { refusal, onPaths: setPaths });
  const fields = chosenFields(meta.fields, paths);
  const restore = async (): Promise<void> => {
    setIsBusy(true);
    const { base, values } = store.state();
    try {
      await trashApi(api, meta).restore(document.id, patchBody(meta.fields, base, values) as JsonObject);
      notify({ kind: 'success', text: t.restored(title) });
      onClose();
      await forgetTrashed(queries);
    } catch (error) {
      show(error);
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      isWide
      title={t.conflictTitle(title)}
      description={fields.length > 0 ? t.conflictText : undefined}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          {fields.length > 0 && (
            <Button variant="primary" isBusy={isBusy} onClick={() => void restore()}>
              {t.restore}
            </Button>
          )}
        </>
      }
    >
      <FormProvider value={form}>
        <ErrorSummary problem={problem} />
        <DeeperHeadings>
          <FieldList fields={fields} path={[]} />
        </DeeperHeadings>
      </FormProvider>
    </Dialog>
  );
}

interface Refusal {
  readonly problem: FormProblem | null;
  readonly show: (error: unknown) => void;
}

/** Shows a refusal at its fields, and collects the fields that the user may change. */
function useRefusal(
  store: FormStore,
  fields: readonly AdminFieldMeta[],
  {
    refusal,
    onPaths,
  }: {
    readonly refusal: RestoreRefusal;
    readonly onPaths: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
  },
): Refusal {
  const issues = useFormIssues(store, fields);
  const detailsOf = useErrorDetails();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const show = (error: unknown): void => {
    const named = detailsOf(error).map(({ path }) => path);
    const found = fieldLeaves(fields).filter(
      ({ field }) =>
        isWritable(field) && named.some((path) => path === field.path || path.startsWith(`${field.path}.`)),
    );
    onPaths((before) => new Set([...before, ...found.map(({ field }) => field.path)]));
    setProblem(issues.show(error));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal.
  useEffect(() => show(refusal.error), [refusal]);
  return { problem, show };
}
