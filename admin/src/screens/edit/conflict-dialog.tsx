import { type ReactNode, useId, useState } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../runtime/util/json.js';
import { type FieldConflict, type MergeSides, mergeChanges } from '../../documents/merge.js';
import { valueAt, withValueAt } from '../../documents/path.js';
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

/** Two people changed a document: what each did, field by field, and which of it is to stay. */
export function ConflictDialog({
  fields,
  sides,
  isSaving,
  onClose,
  onSettle,
}: ConflictDialogProps): ReactNode {
  const t = useTexts(editTexts);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const { values, conflicts, taken } = mergeChanges(fields, sides);
  const keyOf = (conflict: FieldConflict): string => conflict.path.join('.');
  const open = conflicts.filter((conflict) => !chosen.has(keyOf(conflict)));
  const choose = (side: Side, which: readonly FieldConflict[]): void =>
    setChosen((before) => new Map([...before, ...which.map((conflict) => [keyOf(conflict), side] as const)]));
  const settle = (): void => {
    const settled = conflicts
      .filter((conflict) => chosen.get(keyOf(conflict)) === 'theirs')
      .reduce((merged, { path, theirs }) => withValueAt(merged, path, theirs), values);
    onSettle(settled);
  };
  const theirChanges = taken.reduce<JsonObject>(
    (merged, { path }) => withValueAt(merged, path, valueAt(sides.theirs, path)),
    sides.base,
  );
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
            onClick={settle}
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
          key={keyOf(conflict)}
          conflict={conflict}
          side={chosen.get(keyOf(conflict)) ?? null}
          onChoose={(side) => choose(side, [conflict])}
        />
      ))}
      {taken.length > 0 && (
        <section className="conflict-taken">
          <h3>{t.conflictTaken}</h3>
          <DocumentDiff fields={fields} before={sides.base} after={theirChanges} />
        </section>
      )}
    </Dialog>
  );
}

interface ConflictFieldProps {
  readonly conflict: FieldConflict;
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
