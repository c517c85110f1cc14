import { type ReactNode, useId, useState } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../runtime/util/json.js';
import { type Conflict, type MergeSides, mergeChanges } from '../../documents/merge.js';
import { isSame } from '../../documents/same.js';
import { comparedFields } from '../../files/file-change.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DocumentDiff, ValueDiff } from './diff/document-diff.js';
import { ValueText } from './diff/value-text.js';
import { editTexts } from './texts.js';

type Side = 'mine' | 'theirs';

interface ConflictDialogProps {
  readonly fields: readonly AdminFieldMeta[];
  /** Present where the document has a file. */
  readonly upload?: unknown;
  readonly sides: MergeSides;
  readonly words: ConflictWords;
  /** Names the author of the other change, where it is known. */
  readonly author?: ReactNode;
  readonly onClose: () => void;
  /** Called with the new values of the form. */
  readonly onSettle: (values: JsonObject) => void;
}

/** Texts of the dialog: the names of the two sides, and the buttons. */
export interface ConflictWords {
  readonly title: string;
  readonly text: (count: number) => string;
  /** Shown where the user has nothing to choose. */
  readonly none: string;
  readonly later: string;
  readonly action: string;
  readonly mine: string;
  readonly theirs: string;
  readonly allMine: string;
  readonly allTheirs: string;
  /** Heading of the fields that only the other side has changed. */
  readonly taken: string;
}

/** Shows the changes of both sides of a conflict, by field and row, and lets the user choose between them. */
export function ConflictDialog({
  fields,
  upload,
  sides,
  words,
  author,
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
      title={words.title}
      description={conflicts.length > 0 ? words.text(conflicts.length) : words.none}
      actions={
        <>
          <Button onClick={onClose}>{words.later}</Button>
          <Button
            variant="primary"
            disabled={open.length > 0 && t.conflictOpen(open.length)}
            onClick={() => onSettle(values)}
          >
            {words.action}
          </Button>
        </>
      }
    >
      {author}
      {conflicts.length > 1 && (
        <div className="conflict-all">
          <Button size="small" onClick={() => choose('mine', conflicts)}>
            {words.allMine}
          </Button>
          <Button size="small" onClick={() => choose('theirs', conflicts)}>
            {words.allTheirs}
          </Button>
        </div>
      )}
      {conflicts.map((conflict) => (
        <ConflictField
          key={conflict.key}
          conflict={conflict}
          words={words}
          side={chosen.get(conflict.key) ?? null}
          onChoose={(side) => choose(side, [conflict])}
        />
      ))}
      {!isSame(taken, sides.base) && (
        <section className="conflict-taken">
          <h3>{words.taken}</h3>
          <DocumentDiff
            {...comparedFields({ fields, upload }, sides.base, taken)}
            before={sides.base}
            after={taken}
          />
        </section>
      )}
    </Dialog>
  );
}

interface ConflictFieldProps {
  readonly conflict: Conflict;
  readonly words: ConflictWords;
  readonly side: Side | null;
  readonly onChoose: (side: Side) => void;
}

function ConflictField({ conflict, words, side, onChoose }: ConflictFieldProps): ReactNode {
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
        {option('mine', words.mine)}
        {option('theirs', words.theirs)}
      </div>
      <details className="conflict-base">
        <summary>{t.base}</summary>
        <ValueText field={field} value={base} />
      </details>
    </fieldset>
  );
}
