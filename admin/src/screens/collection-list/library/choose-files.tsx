import { type ReactNode, useRef } from 'react';
import type { AdminUploadMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { fileTexts } from '../../../files/texts.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';

interface ChooseFilesProps {
  readonly upload: AdminUploadMeta;
  readonly onChoose: (files: readonly File[]) => void;
}

/** Chooses any number of files in the dialog of the browser. */
export function ChooseFiles({ upload, onChoose }: ChooseFilesProps): ReactNode {
  const t = useTexts(fileTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={upload.mimeTypes.join(',')}
        onChange={(event) => {
          onChoose([...(event.currentTarget.files ?? [])]);
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <Button variant="primary" icon="upload" onClick={() => input.current?.click()}>
        {t.upload}
      </Button>
    </>
  );
}
