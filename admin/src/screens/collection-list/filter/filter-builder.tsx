import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/language.js';
import { Button, IconButton } from '../../../ui/button.js';
import { Select } from '../../../ui/inputs.js';
import type { ListField } from '../columns.js';
import { listTexts } from '../texts.js';
import {
  type Condition,
  conditionOn,
  deepest,
  type FilterItem,
  type Group,
  replacedAt,
} from './filter-tree.js';
import { OperandEditor } from './operand-editor.js';
import { editableOperators, keepsOperand, operandKind } from './operand-kind.js';
import { operatorLabel } from './operator-label.js';

interface FilterBuilderProps {
  /** Fields that support filters. */
  readonly fields: readonly ListField[];
  readonly tree: Group;
  readonly onChange: (tree: Group) => void;
}

/** Edits a tree of conditions and groups. */
export function FilterBuilder({ fields, tree, onChange }: FilterBuilderProps): ReactNode {
  const set = (place: readonly number[], item: FilterItem | null): void => {
    if (place.length > 0) onChange(replacedAt(tree, place, item));
    else if (item?.kind === 'group') onChange(item);
  };
  return <GroupEditor fields={fields} group={tree} place={[]} onSet={set} />;
}

interface PlaceProps {
  readonly fields: readonly ListField[];
  /** The path in the tree: the indexes of the enclosing groups, then the index in its own group. */
  readonly place: readonly number[];
  readonly onSet: (place: readonly number[], item: FilterItem | null) => void;
}

function GroupEditor({ fields, group, place, onSet }: PlaceProps & { readonly group: Group }): ReactNode {
  const t = useTexts(listTexts);
  const first = fields[0];
  const add = (item: FilterItem): void => onSet(place, { ...group, items: [...group.items, item] });
  const isInner = place.length > 0;
  return (
    <fieldset className={isInner ? 'filter-group filter-inner' : 'filter-group'}>
      <legend className="visually-hidden">{t.match}</legend>
      {(group.items.length > 1 || isInner) && (
        <div className="filter-group-head">
          <Select
            isSmall
            aria-label={t.match}
            value={group.join}
            onChange={({ target }) => onSet(place, { ...group, join: target.value === 'OR' ? 'OR' : 'AND' })}
          >
            <option value="AND">{t.matchAll}</option>
            <option value="OR">{t.matchAny}</option>
          </Select>
          {isInner && (
            <IconButton icon="trash" size="small" label={t.removeGroup} onClick={() => onSet(place, null)} />
          )}
        </div>
      )}
      {group.items.length === 0 && <p className="columns-hint">{t.noConditions}</p>}
      {group.items.map((item, index) => {
        const here = { fields, place: [...place, index], onSet };
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position.
        if (item.kind === 'group') return <GroupEditor key={index} group={item} {...here} />;
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        return <ConditionEditor key={`${index} of ${group.items.length}`} condition={item} {...here} />;
      })}
      {first && (
        <div className="filter-adds">
          <Button size="small" icon="add" variant="ghost" onClick={() => add(conditionOn(first))}>
            {t.addCondition}
          </Button>
          {place.length + 1 < deepest && group.items.length > 0 && (
            <Button
              size="small"
              icon="add"
              variant="ghost"
              onClick={() =>
                add({ kind: 'group', join: group.join === 'AND' ? 'OR' : 'AND', items: [conditionOn(first)] })
              }
            >
              {t.addGroup}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

function ConditionEditor(props: PlaceProps & { readonly condition: Condition }): ReactNode {
  const { fields, condition, place, onSet } = props;
  const t = useTexts(listTexts);
  const field = fields.find(({ path }) => path === condition.path);
  if (field === undefined) return null;
  const kind = operandKind(field, condition.operator);
  const setOperator = (operator: string): void => {
    const keeps = keepsOperand(kind, operandKind(field, operator)) && operator !== 'exists';
    onSet(place, { ...condition, operator, operand: keeps ? condition.operand : undefined });
  };
  return (
    <div className="filter-line">
      <Select
        isSmall
        aria-label={t.field}
        value={condition.path}
        onChange={({ target }) => {
          const next = fields.find(({ path }) => path === target.value);
          if (next) onSet(place, conditionOn(next));
        }}
      >
        {fields.map(({ path, label }) => (
          <option key={path} value={path}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        isSmall
        aria-label={t.operator}
        value={condition.operator}
        onChange={({ target }) => setOperator(target.value)}
      >
        {editableOperators(field).map((operator) => (
          <option key={operator} value={operator}>
            {operatorLabel(field, operator, t)}
          </option>
        ))}
      </Select>
      <div className="filter-operand">
        <OperandEditor
          key={`${condition.path} ${kind}`}
          kind={kind}
          field={field}
          value={condition.operand}
          onChange={(operand) => onSet(place, { ...condition, operand })}
        />
      </div>
      <IconButton icon="close" size="small" label={t.removeCondition} onClick={() => onSet(place, null)} />
    </div>
  );
}
