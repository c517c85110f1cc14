import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { rowTexts } from './texts.js';

interface AddRowProps {
  readonly field: AdminFieldMeta;
  readonly isFull: boolean;
  readonly onAdd: () => void;
  readonly onPaste: () => void;
}

/** Adds a row at the end: a new one, or one that was copied. */
export function AddRow({ field, isFull, onAdd, onPaste }: AddRowProps): ReactNode {
  const t = useTexts(rowTexts);
  const { blocks, label, maxRows = 0 } = field;
  const disabled = isFull ? t.full(maxRows) : false;
  const only = blocks?.length === 1 ? blocks[0] : undefined;
  const hasKinds = blocks !== undefined && only === undefined;
  return (
    <div className="add-row">
      <Button size="small" icon="add" disabled={disabled} onClick={onAdd}>
        {hasKinds ? t.addBlock(label) : t.addTo(only?.label ?? label)}
      </Button>
      <Button
        variant="ghost"
        size="small"
        disabled={disabled}
        aria-label={t.pasteInto(label)}
        onClick={onPaste}
      >
        {t.paste}
      </Button>
      {isFull && <span className="field-hint">{t.full(maxRows)}</span>}
    </div>
  );
}
