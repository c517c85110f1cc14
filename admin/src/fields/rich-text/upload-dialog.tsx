import type { Editor } from '@tiptap/react';
import { type ReactNode, useMemo } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useMeta } from '../../api/meta-context.js';
import { useTexts } from '../../i18n/language.js';
import { Picker } from '../relationship/picker.js';
import { richTextTexts } from './texts.js';

/** Slugs of the collections whose files the requester may put into a text. */
export function useUploadSlugs(): readonly string[] {
  const { collections } = useMeta();
  return useMemo(
    () =>
      collections
        .filter(({ upload, can }) => upload !== undefined && can.read !== false)
        .map(({ slug }) => slug),
    [collections],
  );
}

interface UploadDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** Puts a file into the text, after it was found or uploaded. */
export function UploadDialog({ editor, onClose }: UploadDialogProps): ReactNode {
  const t = useTexts(richTextTexts);
  const to = useUploadSlugs();
  const field = useMemo(
    (): AdminFieldMeta => ({
      ...{ name: 'upload', path: 'upload', type: 'upload', label: t.upload, to, polymorphic: true },
      ...{ operators: [], sortable: false, canUpdate: true },
    }),
    [to, t],
  );
  return (
    <Picker
      field={field}
      chosen={[]}
      onClose={onClose}
      onChange={([chosen]) => {
        onClose();
        if (chosen === undefined) return;
        const attrs = { collection: chosen.collection, id: chosen.id };
        editor.chain().focus().insertContent({ type: 'upload', attrs }).run();
      }}
    />
  );
}
