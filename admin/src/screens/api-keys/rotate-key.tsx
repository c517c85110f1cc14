import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { segment } from '../../../../templates/sdk/methods.js';
import { useApi } from '../../api/api-context.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { Notice } from '../../ui/states.js';
import { uiTexts } from '../../ui/texts.js';
import { KeyOnceDialog } from './key-once-dialog.js';
import { type ApiKey, keysKey, type MadeKey } from './keys-query.js';
import { apiKeysTexts } from './texts.js';

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks how long the old key stays valid, then shows the new key once. */
export function RotateKey({ apiKey, isOpen, onClose }: RotateKeyProps): ReactNode {
  const t = useTexts(apiKeysTexts);
  const ui = useTexts(uiTexts);
  const api = useApi();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [overlap, setOverlap] = useState('3600');
  const [isBusy, setIsBusy] = useState(false);
  const [issue, setIssue] = useState<string | null>(null);
  const [made, setMade] = useState<MadeKey | null>(null);
  const rotate = async (): Promise<void> => {
    setIsBusy(true);
    setIssue(null);
    try {
      const path = `auth/api-keys/${segment(apiKey.id)}/rotate`;
      // Not a mutation of the query library, which would cache the response and with it the key.
      setMade(await api.call<MadeKey>('POST', path, { overlapSeconds: Number(overlap) }));
      onClose();
    } catch (error) {
      setIssue(errorText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={t.rotateTitle(apiKey.name)}
        description={t.rotateText}
        actions={
          <>
            <Button onClick={onClose}>{ui.cancel}</Button>
            <Button variant="primary" icon="refresh" isBusy={isBusy} onClick={() => void rotate()}>
              {t.rotate}
            </Button>
          </>
        }
      >
        {issue !== null && <Notice kind="danger">{issue}</Notice>}
        <Field label={t.overlap}>
          {(control) => (
            <Select {...control} value={overlap} onChange={(event) => setOverlap(event.target.value)}>
              <option value="0">{t.overlapNow}</option>
              <option value="3600">{t.overlapHour}</option>
              <option value="86400">{t.overlapDay}</option>
            </Select>
          )}
        </Field>
      </Dialog>
      <KeyOnceDialog
        made={made}
        onDone={() => {
          setMade(null);
          void client.invalidateQueries({ queryKey: keysKey });
        }}
      />
    </>
  );
}
