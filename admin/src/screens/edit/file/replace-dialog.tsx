import { type ReactNode, useId, useRef, useState } from 'react';
import type { AdminUploadMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { isSvcError } from '../../../../../templates/sdk/errors.js';
import { useApi } from '../../../api/api-context.js';
import { FileChooser } from '../../../files/file-chooser.js';
import { sendFile } from '../../../files/send-file.js';
import { fileTexts } from '../../../files/texts.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import type { DocumentSource } from '../document-source.js';
import type { EditorHandle } from '../use-editor.js';

interface ReplaceDialogProps {
  readonly source: DocumentSource;
  readonly upload: AdminUploadMeta;
  readonly editor: EditorHandle;
  readonly onClose: () => void;
}

/** Sends another file for a document. What is typed in the form stays there. */
export function ReplaceDialog({ source, upload, editor, onClose }: ReplaceDialogProps): ReactNode {
  const t = useTexts(fileTexts);
  const api = useApi();
  const errorText = useErrorText();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [issue, setIssue] = useState<string | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [isDraft, setIsDraft] = useState(false);
  const controller = useRef<AbortController | null>(null);
  const { meta } = source;
  const canDraft = meta.drafts && meta.readDrafts;
  const isPublished = editor.document._status === 'published';

  const replace = async (draft: boolean): Promise<void> => {
    if (sent !== null) return;
    if (file === null || file.size > upload.maxBytes) {
      if (file === null) setIssue(t.required);
      return;
    }
    const stopping = new AbortController();
    controller.current = stopping;
    setIsDraft(draft);
    setIssue(null);
    setSent(0);
    let refused: unknown = null;
    const isDone = await editor.act(
      'replace',
      async (ifMatch) => {
        try {
          await sendFile(api, {
            ...{ meta, file, id: source.id, ifMatch, draft },
            ...{ signal: stopping.signal, onProgress: setSent },
          });
        } catch (error) {
          refused = error;
          throw error;
        }
      },
      draft ? t.replacedDraft : t.replaced,
    );
    setSent(null);
    // A conflict has a dialog of its own.
    if (isDone || (isSvcError(refused) && refused.code === 'CONFLICT')) onClose();
    else if (!stopping.signal.aborted) setIssue(errorText(refused));
  };
  const close = (): void => {
    controller.current?.abort();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t.replaceTitle}
      description={`${t.replaceText}${canDraft && isPublished ? ` ${t.replaceDraftText}` : ''}`}
      actions={
        <>
          {canDraft && (
            <Button isBusy={sent !== null && isDraft} onClick={() => void replace(true)}>
              {t.replaceDraft}
            </Button>
          )}
          <Button variant="primary" isBusy={sent !== null && !isDraft} onClick={() => void replace(false)}>
            {meta.drafts ? t.replacePublish : t.replace}
          </Button>
        </>
      }
    >
      <FileChooser
        upload={upload}
        file={file}
        id={`${id}-file`}
        issue={issue}
        sent={sent}
        onChoose={(chosen) => {
          setFile(chosen);
          setIssue(null);
        }}
      />
    </Dialog>
  );
}
