import { type RefObject, useRef } from 'react';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { useNotifier } from '../../ui/toast.js';
import type { PasteNews } from './pasted.js';
import { richTextTexts } from './texts.js';
import { useUploadSlugs } from './upload-dialog.js';
import { usePastedFiles } from './use-pasted-files.js';

/** What a paste may take, and how it reports what it could not. */
export function usePasteNews(): RefObject<PasteNews> {
  const t = useTexts(richTextTexts);
  const errorText = useErrorText();
  const { notify } = useNotifier();
  const collections = useUploadSlugs();
  const send = usePastedFiles();
  const news: PasteNews = {
    collections,
    send,
    onLeftOut: (count) => {
      const text = collections.length > 0 ? t.mediaLeftOut(count) : t.mediaPasted(count);
      notify({ kind: 'info', text });
    },
    onFailure: (error) => notify({ kind: 'error', text: t.notSent(errorText(error)) }),
  };
  const current = useRef(news);
  current.current = news;
  return current;
}
