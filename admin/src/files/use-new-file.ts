import { type ComponentProps, useMemo, useState } from 'react';
import type { AdminCollectionMeta, AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import type { Api } from '../api/api.js';
import type { Document } from '../api/documents.js';
import type { FormStore } from '../documents/form-store.js';
import { useTexts } from '../i18n/language.js';
import type { FileChooser } from './file-chooser.js';
import { formFields } from './file-fields.js';
import { fileTexts } from './texts.js';

/** The file of a document that does not exist yet. */
export interface NewFile {
  readonly file: File | null;
  /** The fields of the form: without the name of the file until there is one. */
  readonly fields: readonly AdminFieldMeta[];
  /** Props of the part that chooses it. */
  readonly chooser: Pick<
    ComponentProps<typeof FileChooser>,
    'file' | 'issue' | 'sent' | 'isLost' | 'onChoose'
  >;
  /** Whether the document may be sent; shows what is missing. True where documents have no files. */
  readonly check: () => boolean;
  /** Creates the document with it. */
  readonly send: (api: Api, data: JsonObject, draft: boolean) => Promise<Document>;
  readonly forget: () => void;
}

/** The built-in field with the name of a file, which follows the chosen file until a user writes another. */
const nameField = 'filename';

export function useNewFile(meta: AdminCollectionMeta, store: FormStore): NewFile {
  const { slug, upload } = meta;
  const t = useTexts(fileTexts);
  const [file, setFile] = useState<File | null>(null);
  const [issue, setIssue] = useState<string | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [isLost, setIsLost] = useState(false);
  const hasName = upload === undefined || file !== null;
  const fields = useMemo(
    () => formFields(meta).filter(({ name }) => hasName || name !== nameField),
    [meta, hasName],
  );
  const choose = (chosen: File): void => {
    const { base, values } = store.state();
    const given = values[nameField];
    if (given === base[nameField] || given === file?.name) store.setValue([nameField], chosen.name);
    setFile(chosen);
    setIssue(null);
  };
  return {
    file,
    fields,
    chooser: { file, issue, sent, isLost, onChoose: choose },
    check() {
      if (upload === undefined) return true;
      if (file === null) setIssue(t.required);
      return file !== null && file.size <= upload.maxBytes;
    },
    async send(api, data, draft) {
      if (file === null) throw new Error('No file is chosen.');
      setSent(0);
      try {
        const { sendFile } = await import('./send-file.js');
        return await sendFile(api, {
          ...{ meta: { slug }, file, data, draft },
          ...{ onProgress: setSent, onConnection: setIsLost },
        });
      } finally {
        setSent(null);
      }
    },
    forget: () => setFile(null),
  };
}
