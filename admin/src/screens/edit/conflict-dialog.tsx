import { type ReactNode, useId, useState } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../runtime/util/json.js';
import { type Conflict, type MergeSides, mergeChanges } from '../../documents/merge.js';
import { isSame } from '../../documents/same.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DocumentDiff, ValueDiff } from './diff/document-diff.js';
import { ValueText } from './diff/value-text.js';
import { editTexts } from './texts.js';

type Side = 'mine' | 'theirs';

interface ConflictDialogProps {
  readonly fields: readonly AdminFieldMeta[];
  readonly sides: MergeSides;
  /** Whether a save was refused, and goes on from here. */
  readonly isSaving: boolean;
  readonly onClose: () => void;
  /** With what the form holds from now on. */
  readonly onSettle: (values: JsonObject) => void;
}

/** Two people changed a document: what each did, by field and row, and which of it is to stay. */
export function ConflictDialog({
  fields,
  sides,
  isSaving,
  onClose,
  onSettle,
}: ConflictDialogProps): ReactNode {
  const t = useTexts(editTexts);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const { values, conflicts, taken } = mergeChanges(fields, sides, (key) => chosen.get(key) === 'theirs');
  const open = conflicts.filter(({ key }) => !chosen.has(key));
  const choose = (side: Side, which: readonly Conflict[]): void =>
    setChosen((before) => new Map([...before, ...which.map(({ key }) => [key, side] as const)]));
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={t.conflictTitle}
      description={conflicts.length > 0 ? t.conflictText(conflicts.length) : t.conflictNone}
      actions={
        <>
          <Button onClick={onClose}>{t.conflictLater}</Button>
          <Button
            variant="primary"
            disabled={open.length > 0 && t.conflictOpen(open.length)}
            onClick={() => onSettle(values)}
          >
            {isSaving ? t.conflictSave : t.conflictTake}
          </Button>
        </>
      }
    >
      {conflicts.length > 1 && (
        <div className="conflict-all">
          <Button size="small" onClick={() => choose('mine', conflicts)}>
            {t.allMine}
          </Button>
          <Button size="small" onClick={() => choose('theirs', conflicts)}>
            {t.allTheirs}
          </Button>
        </div>
      )}
      {conflicts.map((conflict) => (
        <ConflictField
          key={conflict.key}
          conflict={conflict}
          side={chosen.get(conflict.key) ?? null}
          onChoose={(side) => choose(side, [conflict])}
        />
      ))}
      {!isSame(taken, sides.base) && (
        <section className="conflict-taken">
          <h3>{t.conflictTaken}</h3>
          <DocumentDiff fields={fields} before={sides.base} after={taken} />
        </section>
      )}
    </Dialog>
  );
}

interface ConflictFieldProps {
  readonly conflict: Conflict;
  readonly side: Side | null;
  readonly onChoose: (side: Side) => void;
}

function ConflictField({ conflict, side, onChoose }: ConflictFieldProps): ReactNode {
  const t = useTexts(editTexts);
  const name = useId();
  const { field, labels, base, mine, theirs } = conflict;
  const option = (own: Side, label: string): ReactNode => (
    <label className="conflict-side" data-chosen={side === own || undefined}>
      <span className="conflict-choice">
        <input type="radio" name={name} checked={side === own} onChange={() => onChoose(own)} />
        {label}
      </span>
      <span className="conflict-value">
        <ValueDiff field={field} before={base} after={own === 'mine' ? mine : theirs} />
      </span>
    </label>
  );
  return (
    <fieldset className="conflict-field">
      <legend>{labels.join(' › ')}</legend>
      <div className="conflict-sides">
        {option('mine', t.mine)}
        {option('theirs', t.theirs)}
      </div>
      <details className="conflict-base">
        <summary>{t.base}</summary>
        <ValueText field={field} value={base} />
      </details>
    </fieldset>
  );
}
