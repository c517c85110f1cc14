import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { Button } from './button.js';
import { uiTexts } from './texts.js';
import { useNotifier } from './toast.js';

interface CopyButtonProps {
  readonly value: string;
  readonly children: ReactNode;
  readonly size?: 'medium' | 'small';
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ value, children, size = 'medium' }: CopyButtonProps): ReactNode {
  const copy = useCopy();
  return (
    <Button icon="copy" size={size} onClick={() => void copy(value)}>
      {children}
    </Button>
  );
}

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
