import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Checkbox, Input } from '../../ui/inputs.js';
import { Notice } from '../../ui/states.js';
import { uiTexts } from '../../ui/texts.js';
import type { MadeKey } from './keys-query.js';
import { apiKeysTexts } from './texts.js';

interface KeyOnceDialogProps {
  /** The new key; null while the dialog is closed. */
  readonly made: MadeKey | null;
  /** Called when the user has stored the key. The caller then drops it. */
  readonly onDone: () => void;
}

/**
 * Shows a new key once. It closes only after the key was copied or the user has confirmed that it is stored.
 */
export function KeyOnceDialog({ made, onDone }: KeyOnceDialogProps): ReactNode {
  return made && <OpenDialog made={made} onDone={onDone} />;
}

function OpenDialog({ made, onDone }: { readonly made: MadeKey; readonly onDone: () => void }): ReactNode {
  const t = useTexts(apiKeysTexts);
  const ui = useTexts(uiTexts);
  const [copied, setCopied] = useState<'yes' | 'refused' | null>(null);
  const [isKept, setIsKept] = useState(false);
  const [isReminded, setIsReminded] = useState(false);
  const mayClose = isKept || copied === 'yes';
  const close = (): void => {
    if (mayClose) onDone();
    else setIsReminded(true);
  };
  const copy = (): void => {
    // The clipboard exists only on secure origins; elsewhere a click selects the field.
    const writing = navigator.clipboard?.writeText(made.key) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    );
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t.onceTitle}
      description={t.onceText}
      isWide
      actions={
        <Button variant="primary" disabled={!mayClose && t.notKept} onClick={close}>
          {t.done}
        </Button>
      }
    >
      <Field label={t.key} description={made.apiKey.name}>
        {(control) => (
          <Input
            {...control}
            isMono
            readOnly
            value={made.key}
            autoComplete="off"
            spellCheck={false}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <div className="role-line">
        <Button icon={copied === 'yes' ? 'check' : 'copy'} onClick={copy}>
          {t.copy}
        </Button>
      </div>
      <div aria-live="polite">
        {copied === 'yes' && <Notice kind="success">{t.copied}</Notice>}
        {copied === 'refused' && <Notice kind="warning">{ui.copyFailed}</Notice>}
        {isReminded && !mayClose && <Notice kind="warning">{t.notKept}</Notice>}
      </div>
      <Checkbox label={t.kept} checked={isKept} onChange={(event) => setIsKept(event.target.checked)} />
    </Dialog>
  );
}
