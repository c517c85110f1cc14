import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { fileTexts } from '../../files/texts.js';
import { useTexts } from '../../i18n/language.js';
import { IconButton } from '../../ui/button.js';

/** Loaded when it is opened. */
const FileDialog = lazy(async () => ({ default: (await import('./file-dialog.js')).FileDialog }));

interface EditFileProps {
  readonly meta: AdminCollectionMeta;
  readonly id: string;
  readonly title: string;
  /** Of the button, in a toolbar that is one stop of Tab. */
  readonly tabIndex?: number;
  readonly onFocus?: () => void;
}

/** A button that changes the details of a file in a dialog, where the requester may. */
export function EditFile({ meta, id, title, ...stop }: EditFileProps): ReactNode {
  const t = useTexts(fileTexts);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { upload, can } = meta;
  if (upload === undefined || can.update === false) return null;
  return (
    <>
      <IconButton
        ref={opener}
        icon="edit"
        size="small"
        label={t.editDetailsOf(title)}
        {...stop}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <FileDialog meta={{ ...meta, upload }} id={id} opener={opener} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
