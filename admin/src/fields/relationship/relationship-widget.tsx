import { type ReactNode, useRef, useState } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useMeta } from '../../api/meta-context.js';
import { type Reference, referenceKey, referencesOf, referenceValue } from '../../documents/reference.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { useNotifier } from '../../ui/toast.js';
import { FieldFrame } from '../field-frame.js';
import { useField } from '../form-context.js';
import { RowList } from '../rows/row-list.js';
import type { WidgetProps } from '../widget.js';
import { Picker } from './picker.js';
import { TargetChip } from './target-chip.js';
import { TargetRow } from './target-row.js';
import { relationshipTexts } from './texts.js';
import { useTargets } from './use-targets.js';
import './relationship.css';

/** Number of entries shown at first; the rest of a longer list is shown on demand. */
const firstShown = 50;

/** `relationship`: the referenced documents by title, and a way to choose others. */
export function RelationshipWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(relationshipTexts);
  const { announce } = useNotifier();
  const handle = useField(field, path);
  const [isPicking, setIsPicking] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const references = referencesOf(field, handle.value);
  const shown = showsAll ? references : references.slice(0, firstShown);
  const targetOf = useTargets(shown);
  const keys = shown.map(referenceKey);
  const isMany = field.hasMany === true;
  // Files are shown with their pictures, one below the other.
  const hasChips = isMany && field.type !== 'upload';
  const canRead = useCanReadTargets(field);

  const change = (next: readonly Reference[]): void => handle.setValue(referenceValue(field, next));
  const remove = (index: number): void => {
    change(references.filter((_, at) => at !== index));
    announce(t.removed);
    opener.current?.focus();
  };
  const move = (from: number, to: number): void => {
    const next = [...references];
    const [reference] = next.splice(from, 1);
    if (reference === undefined || to < 0 || to > next.length) return;
    next.splice(to, 0, reference);
    change(next);
    announce(t.moved(to + 1, next.length));
  };
  const name = (isMany ? t.addTo : references.length === 0 ? t.chooseFor : t.changeOf)(field.label);
  const isFull = isMany && references.length >= (field.maxRows ?? Infinity);
  return (
    <FieldFrame field={field} handle={handle} isGroup>
      <div className={classNames('targets', hasChips && 'targets-chips', !isMany && 'targets-one')}>
        {references.length === 0 && <p className="targets-none">{t.none}</p>}
        <RowList ids={keys} isFixed={!isMany || handle.disabled} isWrapped={hasChips} onMove={move}>
          {shown.map((reference, index) =>
            hasChips ? (
              <TargetChip
                key={referenceKey(reference)}
                reference={reference}
                target={targetOf(reference)}
                isPolymorphic={field.polymorphic === true}
                isFixed={handle.disabled}
                place={{ index, count: references.length }}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
              />
            ) : (
              <TargetRow
                key={referenceKey(reference)}
                reference={reference}
                target={targetOf(reference)}
                isPolymorphic={field.polymorphic === true}
                isFixed={handle.disabled}
                {...(isMany && {
                  place: { index, count: references.length },
                  onMove: (to: number) => move(index, to),
                })}
                onRemove={() => remove(index)}
              />
            ),
          )}
        </RowList>
        {shown.length < references.length && (
          <Button
            variant="ghost"
            size="small"
            aria-label={t.showAllOf(references.length, field.label)}
            onClick={() => setShowsAll(true)}
          >
            {t.showAll(references.length)}
          </Button>
        )}
        {!handle.disabled && (
          <div className="targets-actions">
            <Button
              ref={opener}
              size="small"
              icon={isMany ? 'add' : 'search'}
              disabled={canRead ? isFull && t.full(field.maxRows ?? 0) : t.nothingToChoose}
              aria-label={name}
              {...(field.required === true && { 'aria-describedby': `${handle.id}-required` })}
              onClick={() => setIsPicking(true)}
            >
              {isMany ? t.add : references.length === 0 ? t.choose : t.change}
            </Button>
            {!canRead && <span className="field-hint">{t.nothingToChoose}</span>}
          </div>
        )}
      </div>
      {isPicking && (
        <Picker
          field={field}
          chosen={references}
          onClose={() => setIsPicking(false)}
          onChange={(next) => {
            change(next);
            if (!isMany) setIsPicking(false);
          }}
        />
      )}
    </FieldFrame>
  );
}

function useCanReadTargets({ to = [] }: AdminFieldMeta): boolean {
  return useMeta().collections.some(({ slug, can }) => to.includes(slug) && can.read !== false);
}
