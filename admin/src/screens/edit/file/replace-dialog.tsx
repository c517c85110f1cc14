import { type ReactNode, useId, useState } from 'react';
import type { AdminUploadMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { FileChooser } from '../../../files/file-chooser.js';
import { fileTexts } from '../../../files/texts.js';
import { useTexts } from '../../../i18n/language.js';
import { Dialog } from '../../../ui/dialog.js';
import { canDraft, ReplaceActions } from './replace-actions.js';
import { type ReplacementOptions, useReplacement } from './use-replacement.js';

interface ReplaceDialogProps extends ReplacementOptions {
  readonly upload: AdminUploadMeta;
}

/** Sends another file for a document. What is typed in the form stays there. */
export function ReplaceDialog({ source, upload, editor, onClose }: ReplaceDialogProps): ReactNode {
  const t = useTexts(fileTexts);
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const replacement = useReplacement({ source, editor, onClose });
  const { issue, setIssue, sent, isLost } = replacement;
  const { meta } = source;
  const isPublished = editor.document._status === 'published';

  const replace = (draft: boolean): void => {
    if (file === null) setIssue(t.required);
    else if (file.size <= upload.maxBytes) void replacement.send(file, draft);
  };
  return (
    <Dialog
      isOpen
      onClose={replacement.close}
      title={t.replaceTitle}
      description={`${t.replaceText}${canDraft(meta) && isPublished ? ` ${t.replaceDraftText}` : ''}`}
      actions={<ReplaceActions {...{ meta, replacement, label: t.replace, onReplace: replace }} />}
    >
      <FileChooser
        upload={upload}
        file={file}
        id={`${id}-file`}
        {...{ issue, sent, isLost }}
        onChoose={(chosen) => {
          setFile(chosen);
          setIssue(null);
        }}
      />
    </Dialog>
  );
}
