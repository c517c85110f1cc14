import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import type { Document } from '../../api/documents.js';
import { documentQuery } from '../../api/queries.js';
import { addressOf, paths } from '../../app/paths.js';
import { documentTitle } from '../../documents/document-title.js';
import { contentOf } from '../../documents/stored-document.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { buttonClass } from '../../ui/button.js';
import { Drawer } from '../../ui/drawer.js';
import { Icon } from '../../ui/icon.js';
import { Notice, Skeleton } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { ErrorSummary } from '../error-summary.js';
import { FieldList } from '../field-view.js';
import { FormProvider } from '../form-context.js';
import { DeeperHeadings } from '../group-heading.js';
import { SaveButtons } from '../save-buttons.js';
import { useDocumentChanges } from '../use-document-changes.js';
import { useMayUpdate } from '../use-may-update.js';
import { relationshipTexts } from './texts.js';

interface EditDrawerProps {
  readonly meta: AdminCollectionMeta;
  readonly id: string;
  readonly onClose: () => void;
}

/** Changes a document that a field refers to, beside the form; without the right to, it is only shown. */
export function EditDrawer({ meta, id, onClose }: EditDrawerProps): ReactNode {
  const api = useApi();
  const errorText = useErrorText();
  const document = useQuery(documentQuery(api, meta, id));
  const mayUpdate = useMayUpdate(meta, id);
  if (document.data !== undefined && mayUpdate !== undefined) {
    return <EditForm meta={meta} stored={document.data} mayUpdate={mayUpdate} onClose={onClose} />;
  }
  return (
    <Drawer size="wide" title={meta.labels.singular} onClose={onClose}>
      {document.isError ? (
        <Notice kind="danger">{errorText(document.error)}</Notice>
      ) : (
        <Skeleton height="16rem" />
      )}
    </Drawer>
  );
}

interface EditFormProps extends Pick<EditDrawerProps, 'meta' | 'onClose'> {
  readonly stored: Document;
  readonly mayUpdate: boolean;
}

function EditForm({ meta, stored, mayUpdate, onClose }: EditFormProps): ReactNode {
  const t = useTexts(relationshipTexts);
  const { notify } = useNotifier();
  const { fields, slug } = meta;
  const closed = mayUpdate ? null : t.mayNotEdit;
  const { known, form, problem, saving, save } = useDocumentChanges({
    ...{ meta, stored, fields, closed },
    onSaved(draft) {
      notify({ kind: 'success', text: draft ? t.savedDraft : meta.drafts ? t.published : t.saved });
      onClose();
    },
  });
  const canDraft = meta.drafts && meta.readDrafts;
  const title = documentTitle(meta, contentOf(known)) ?? stored.id;
  return (
    <Drawer
      size="wide"
      title={title}
      onClose={onClose}
      {...(mayUpdate && { onSave: () => save(canDraft) })}
      actions={
        <>
          <a
            className={buttonClass({ variant: 'ghost' })}
            href={addressOf(paths.document(slug, stored.id))}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="external" />
            <span className="button-text">{t.openPage}</span>
          </a>
          {mayUpdate && (
            <SaveButtons
              saving={saving}
              onSave={save}
              draftText={canDraft ? t.saveDraft : null}
              text={meta.drafts ? t.publish : t.save}
            />
          )}
        </>
      }
    >
      <FormProvider value={form}>
        <ErrorSummary problem={problem} />
        {closed !== null && <Notice>{closed}</Notice>}
        <DeeperHeadings>
          <FieldList fields={fields} layout={meta.layout} path={[]} />
        </DeeperHeadings>
      </FormProvider>
    </Drawer>
  );
}
