import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIsTight } from '../../../browser/narrow.js';
import type { PreviewAddress } from '../../../documents/document-source.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useTexts } from '../../../i18n/language.js';
import { Button, IconButton } from '../../../ui/button.js';
import { Menu, MenuItem } from '../../../ui/menu.js';
import { useNotifier } from '../../../ui/toast.js';
import { previewTexts } from './texts.js';

interface PreviewActionsProps {
  readonly address: () => Promise<PreviewAddress>;
  readonly isLive: boolean;
  /** Shows the page at an address beside the form; null: hides it. */
  readonly onLive: (url: string | null) => void;
}

/**
 * Opens the page that shows the document: in a tab, or beside the form. Where there is no room for both
 * words, they are in a menu.
 */
export function PreviewActions({ address, isLive, onLive }: PreviewActionsProps): ReactNode {
  const t = useTexts(previewTexts);
  const errorText = useErrorText();
  const { notify } = useNotifier();
  const isTight = useIsTight();
  const opening = useMutation({
    mutationFn: async (_show: (url: string) => void) => address(),
    onSuccess: ({ url }, show) => {
      if (url === null) notify({ kind: 'error', text: t.none });
      else show(url);
    },
    onError: (error) => notify({ kind: 'error', text: errorText(error) }),
  });
  const inTab = (url: string): void => void window.open(url, '_blank', 'noopener');
  // A page of the dashboard's own origin could reach out of its sandbox, so it gets a tab.
  const beside = (url: string): void => (new URL(url).origin === location.origin ? inTab(url) : onLive(url));
  const toggleLive = (): void => (isLive ? onLive(null) : opening.mutate(beside));
  if (isTight) {
    const trigger = <IconButton variant="secondary" icon="eye" label={t.open} isBusy={opening.isPending} />;
    return (
      <Menu trigger={trigger}>
        <MenuItem icon="external" onSelect={() => opening.mutate(inTab)}>
          {t.open}
        </MenuItem>
        <MenuItem icon={isLive ? 'close' : 'computer'} onSelect={toggleLive}>
          {isLive ? t.endLive : t.live}
        </MenuItem>
      </Menu>
    );
  }
  return (
    <div className="preview-actions">
      <Button icon="external" isBusy={opening.isPending} onClick={() => opening.mutate(inTab)}>
        {t.open}
      </Button>
      <Button icon="computer" aria-pressed={isLive} isBusy={opening.isPending} onClick={toggleLive}>
        {t.live}
      </Button>
    </div>
  );
}
