import type { Editor } from '@tiptap/react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Input } from '../../ui/inputs.js';
import { isLinkAddress } from './link-address.js';
import { richTextTexts } from './texts.js';

interface LinkDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** Asks for the address of a link on the selected text. */
export function LinkDialog({ editor, onClose }: LinkDialogProps): ReactNode {
  const t = useTexts(richTextTexts);
  const formId = useId();
  const [before] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [href, setHref] = useState(before);
  const [issue, setIssue] = useState<string>();
  const close = (): void => {
    onClose();
    editor.commands.focus();
  };
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    // The form of the document around it must not be submitted.
    event.stopPropagation();
    const address = href.trim();
    if (address === '' || !isLinkAddress(address)) {
      setIssue(t.linkFault);
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && before === '') {
      chain
        .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
        .run();
    } else chain.setLink({ href: address }).run();
    onClose();
  };
  const remove = (): void => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t.link}
      actions={
        <>
          {editor.isActive('link') && <Button onClick={remove}>{t.linkRemove}</Button>}
          <Button variant="primary" type="submit" form={formId}>
            {t.linkApply}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={apply} noValidate>
        <Field label={t.linkAddress} error={issue}>
          {(control) => (
            <Input
              {...control}
              dir="ltr"
              autoComplete="off"
              placeholder={t.linkExample}
              value={href}
              onChange={(event) => setHref(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
