import { AlertDialog as RadixAlert, Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { useTexts } from '../i18n/language.js';
import { Button, IconButton } from './button.js';
import { classNames } from './class-names.js';
import { focusFirstField, keepUndoInside } from './dialog-keys.js';
import { useFocusReturn } from './focus-return.js';
import { uiTexts } from './texts.js';
import './dialog.css';

interface DialogProps {
  readonly isOpen: boolean;
  /** Called on Escape, the close button and a click outside. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  readonly isWide?: boolean;
  /** It fills the window. */
  readonly isFull?: boolean;
  /** The user cannot close it: it closes when the awaited event has happened. */
  readonly isFixed?: boolean;
  /** What gets the focus afterwards. Default: what had it before; it may have been in another dialog. */
  readonly opener?: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
}

/** Traps the focus and returns it to the previous element. */
export function Dialog(props: DialogProps): ReactNode {
  const { isOpen, onClose, title, description, actions, children } = props;
  const { isWide = false, isFull = false, isFixed = false } = props;
  const t = useTexts(uiTexts);
  const returnFocus = useFocusReturn(isOpen, props.opener);
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && !isFixed && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="veil" />
        <RadixDialog.Content
          className={classNames('dialog', isWide && 'dialog-wide', isFull && 'dialog-full')}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          onKeyDown={keepUndoInside}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <div className="dialog-head">
            <div>
              <RadixDialog.Title className="dialog-title">{title}</RadixDialog.Title>
              {description !== undefined && (
                <RadixDialog.Description className="dialog-description">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            {!isFixed && <IconButton icon="close" label={t.close} size="small" onClick={onClose} />}
          </div>
          <div className="dialog-body">{children}</div>
          {actions && <div className="dialog-foot">{actions}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

interface AlertDialogProps {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  readonly description: ReactNode;
  /** Label of the main button, with a verb: `Delete 3 posts`. */
  readonly action: ReactNode;
  readonly isDanger?: boolean;
  readonly isBusy?: boolean;
  /** Why it cannot be done now. */
  readonly disabled?: boolean | string;
  /** Label of the other button. Default: the text for cancel. */
  readonly cancel?: ReactNode;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

/** Asks for confirmation of something that cannot be undone. The cancel button has the focus. */
export function AlertDialog(props: AlertDialogProps): ReactNode {
  const { isOpen, title, description, action, isDanger = false, isBusy = false, cancel, children } = props;
  const { disabled = false } = props;
  const t = useTexts(uiTexts);
  const returnFocus = useFocusReturn(isOpen);
  return (
    <RadixAlert.Root open={isOpen} onOpenChange={(open) => !open && props.onCancel()}>
      <RadixAlert.Portal>
        <RadixAlert.Overlay className="veil" />
        <RadixAlert.Content className="dialog" onCloseAutoFocus={returnFocus}>
          <div className="dialog-head">
            <div>
              <RadixAlert.Title className="dialog-title">{title}</RadixAlert.Title>
              <RadixAlert.Description className="dialog-description">{description}</RadixAlert.Description>
            </div>
          </div>
          <div className="dialog-body">{children}</div>
          <div className="dialog-foot">
            <RadixAlert.Cancel asChild>
              <Button>{cancel ?? t.cancel}</Button>
            </RadixAlert.Cancel>
            <Button
              variant={isDanger ? 'danger' : 'primary'}
              isBusy={isBusy}
              disabled={disabled}
              onClick={props.onConfirm}
            >
              {action}
            </Button>
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}
