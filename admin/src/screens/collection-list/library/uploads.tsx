import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { AdminCollectionMeta, AdminUploadMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import { forgetCollection } from '../../../api/queries.js';
import { useRunningWork } from '../../../app/leave-guard.js';
import { creationOfFile, neededFields } from '../../../files/file-fields.js';
import { kindOfType } from '../../../files/file-kind.js';
import { sendFile } from '../../../files/send-file.js';
import { fileTexts } from '../../../files/texts.js';
import { createUploadQueue, type UploadQueue } from '../../../files/upload-queue.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Notice } from '../../../ui/states.js';
import { useAnnounced } from '../../../ui/toast.js';
import { useFilesFromPage } from './files-from-page.js';
import { UploadPanel } from './upload-panel.js';
import './library.css';

interface UploadsProps {
  readonly meta: AdminCollectionMeta;
  readonly upload: AdminUploadMeta;
  /** Files chosen in the dialog. */
  readonly chosen: readonly File[];
  /** Id of the folder that takes them; null: the top. */
  readonly folder: string | null;
}

/** Uploads files that are chosen, dropped on the page or pasted: each becomes a document of its own. */
export function Uploads({ meta, upload, chosen, folder }: UploadsProps): ReactNode {
  const t = useTexts(fileTexts);
  const formats = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const needed = neededFields(meta);
  const creation = creationOfFile(meta);
  const isDraft = creation === 'draft';
  const isRefused = creation === null;
  // A file stays on its way to the folder that was open when it was chosen.
  const [places] = useState(() => new WeakMap<File, string>());
  const [wasRefused, setWasRefused] = useState(false);
  const [queue] = useState(
    (): UploadQueue =>
      createUploadQueue({
        send: async (file, options) => {
          if (file.size > upload.maxBytes) throw new FileTooLarge();
          const lacksAlt = upload.needsAlt === true && meta.drafts && kindOfType(file.type) === 'image';
          const place = places.get(file);
          const data = place === undefined ? {} : { folder: place };
          return sendFile(api, { meta, file, data, draft: isDraft || lacksAlt, ...options });
        },
        onDone: () => void forgetCollection(queries, meta.slug),
      }),
  );
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  const add = (files: readonly File[]): void => {
    if (files.length === 0) return;
    setWasRefused(isRefused);
    if (isRefused) return;
    if (folder !== null) for (const file of files) places.set(file, folder);
    queue.add(files);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is added once.
  useEffect(() => add(chosen), [chosen]);
  const isOver = useFilesFromPage(add);

  const open = items.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  const failed = items.filter(({ state }) => state === 'failed').length;
  const done = items.filter(({ state }) => state === 'done').length;
  useRunningWork(open > 0);
  useAnnounced(
    items.length > 0 && open === 0
      ? [t.uploaded(done), t.failedCount(failed)].filter((text) => text !== '').join('. ')
      : null,
  );
  return (
    <>
      {wasRefused && <Notice kind="warning">{t.notAlone(formats.list(needed))}</Notice>}
      {items.length > 0 && (
        <UploadPanel
          meta={meta}
          queue={queue}
          items={items}
          note={isDraft && done > 0 ? t.asDrafts(formats.list(needed)) : null}
          tooLarge={(error) =>
            error instanceof FileTooLarge ? t.tooLarge(formats.bytes(upload.maxBytes)) : null
          }
        />
      )}
      {isOver && (
        <div className="drop-veil" aria-hidden="true">
          <span>{t.dropNow}</span>
        </div>
      )}
    </>
  );
}

/** The service would refuse the file only after it was sent. */
class FileTooLarge extends Error {}
