import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { IconButton } from './button.js';
import { classNames } from './class-names.js';
import { focusFirstField, keepUndoInside, saveInside } from './dialog-keys.js';
import { useFocusReturn } from './focus-return.js';
import { uiTexts } from './texts.js';
import './dialog.css';
import './drawer.css';

interface DrawerProps {
  /** Called on Escape, the close button and a click outside. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  readonly size?: 'narrow' | 'wide';
  /** Called on Ctrl+S. */
  readonly onSave?: () => void;
  readonly children?: ReactNode;
}

/** A dialog at the end of the window, beside which the form stays in sight. */
export function Drawer(props: DrawerProps): ReactNode {
  const { onClose, title, actions, size = 'narrow', onSave, children } = props;
  const t = useTexts(uiTexts);
  const returnFocus = useFocusReturn(true);
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="veil" />
        <RadixDialog.Content
          className={classNames('drawer', 'drawer-end', size === 'wide' && 'drawer-wide')}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={(event) => {
            // What was chosen may have the focus already: a new block.
            if (document.activeElement === document.body) returnFocus(event);
            else event.preventDefault();
          }}
          onKeyDown={(event) => {
            keepUndoInside(event);
            if (onSave !== undefined) saveInside(event, onSave);
          }}
          aria-describedby={undefined}
        >
          <div className="dialog-head">
            <RadixDialog.Title className="dialog-title">{title}</RadixDialog.Title>
            <IconButton icon="close" label={t.close} size="small" onClick={onClose} />
          </div>
          <div className="dialog-body drawer-body">{children}</div>
          {actions && <div className="dialog-foot">{actions}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
