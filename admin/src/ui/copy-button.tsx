import { useTexts } from '../i18n/language.js';
import { uiTexts } from './texts.js';
import { useNotifier } from './toast.js';

export function useCopy(): (value: string) => Promise<void> {
  const t = useTexts(uiTexts);
  const { notify } = useNotifier();
  return async (value) => {
    try {
      await navigator.clipboard.writeText(value);
      notify({ kind: 'success', text: t.copied });
    } catch {
      notify({ kind: 'error', text: t.copyFailed });
    }
  };
}
