import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import { forgetCollection } from '../../api/queries.js';
import { creationOfFile } from '../../files/file-fields.js';
import { kindOfType } from '../../files/file-kind.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { classNames } from '../../ui/class-names.js';
import { useNotifier } from '../../ui/toast.js';
import { relationshipTexts } from './texts.js';

interface DroppedFilesProps {
  readonly meta: AdminCollectionMeta;
  /** Types of the files that may be chosen; all if undefined. */
  readonly mimeTypes: readonly string[] | undefined;
  /** The folder that takes them; undefined: the top. */
  readonly folder: string | undefined;
  /** Whether several files may be chosen. */
  readonly isMany: boolean;
  readonly onStored: (id: string) => void;
  readonly children: ReactNode;
}

/** Takes files that are dropped on the list: each becomes a document, and is chosen. */
export function DroppedFiles(props: DroppedFilesProps): ReactNode {
  const { meta, mimeTypes, folder, isMany, onStored, children } = props;
  const t = useTexts(relationshipTexts);
  const api = useApi();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { notify } = useNotifier();
  const [isOver, setIsOver] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const { upload, can, drafts } = meta;
  const creation = creationOfFile(meta);
  if (upload === undefined || can.create === false || creation === null) return children;
  const send = async (files: readonly File[]): Promise<void> => {
    const { sendFile } = await import('../../files/send-file.js');
    setIsSending(true);
    for (const file of isMany ? files : files.slice(0, 1)) {
      const fits = upload.mimeTypes.includes(file.type) && (mimeTypes?.includes(file.type) ?? true);
      if (!fits || file.size > upload.maxBytes) {
        notify({ kind: 'error', text: t.notTaken(file.name) });
        continue;
      }
      try {
        const lacksAlt = upload.needsAlt === true && drafts && kindOfType(file.type) === 'image';
        const data = folder === undefined ? {} : { folder };
        const { id } = await sendFile(api, { meta, file, data, draft: creation === 'draft' || lacksAlt });
        await forgetCollection(queries, meta.slug);
        onStored(id);
      } catch (error) {
        notify({ kind: 'error', text: `${file.name}: ${errorText(error)}` });
      }
    }
    setIsSending(false);
  };
  const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen by the button for a new document, too.
    <div
      className={classNames('picker-drop', isOver && 'picker-drop-over')}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        void send([...event.dataTransfer.files]);
      }}
    >
      {children}
      <p className="picker-hint" aria-live="polite">
        {isSending ? t.sendingFiles : t.dropHere}
      </p>
    </div>
  );
}
