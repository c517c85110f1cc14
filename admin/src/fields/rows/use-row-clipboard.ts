import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../runtime/util/json.js';
import { copiedText, copyText } from '../../browser/copied-text.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { useNotifier } from '../../ui/toast.js';
import { rowOfText, textOfRow } from './row-clipboard.js';
import { rowTexts } from './texts.js';

interface RowClipboard {
  readonly copy: (row: JsonObject) => void;
  /** Passes the row in the clipboard to `take`, if it fits the list; else says why not. */
  readonly paste: (take: (row: JsonObject) => void) => void;
}

/** Copies rows and blocks between documents, by the clipboard. */
export function useRowClipboard(field: AdminFieldMeta): RowClipboard {
  const t = useTexts(rowTexts);
  const formats = useFormats();
  const { notify } = useNotifier();
  return {
    copy(row) {
      void copyText(textOfRow(field, row)).then(() => notify({ kind: 'success', text: t.copied }));
    },
    paste(take) {
      void copiedText().then((text) => {
        const pasted = text === null ? null : rowOfText(field, text);
        if (pasted === null) {
          notify({ kind: 'error', text: t.nothingFits(field.label) });
          return;
        }
        take(pasted.row);
        if (pasted.leftOut.length > 0)
          notify({ kind: 'info', text: t.pastedWithout(formats.list(pasted.leftOut)) });
      });
    },
  };
}
