import type { ReactNode } from 'react';
import type { Value, Where } from '../../../api/documents.js';
import { type Formats, useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Icon } from '../../../ui/icon.js';
import type { ListField } from '../columns.js';
import { listTexts } from '../texts.js';
import { type Condition, type FilterItem, replacedAt, treeOf, whereOf } from './filter-tree.js';
import { operandKind } from './operand-kind.js';
import { operatorLabel } from './operator-label.js';
import { useReferenceLabels } from './reference-labels.js';

interface FilterChipsProps {
  readonly fields: readonly ListField[];
  readonly where: Where | null;
  readonly onChange: (where: Where | null) => void;
}

/** The filter as text, one chip with a remove button for each part. */
export function FilterChips({ fields, where, onChange }: FilterChipsProps): ReactNode {
  const t = useTexts(listTexts);
  if (where === null) return null;
  const tree = treeOf(where, fields);
  if (tree === null) {
    return (
      <div className="chips">
        <Chip onRemove={() => onChange(null)} label={t.customFilter}>
          {t.customFilter}
        </Chip>
      </div>
    );
  }
  // An OR is one chip: removing one of its branches would narrow the result instead of widening it.
  const items = tree.join === 'OR' && tree.items.length > 1 ? [tree] : tree.items;
  return (
    <div className="chips">
      {items.map((item, index) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
          key={index}
          label={t.filter}
          onRemove={() => onChange(item === tree ? null : whereOf(replacedAt(tree, [index], null)))}
        >
          <ItemText item={item} fields={fields} />
        </Chip>
      ))}
    </div>
  );
}

interface ChipProps {
  readonly label: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function Chip({ label, onRemove, children }: ChipProps): ReactNode {
  const t = useTexts(listTexts);
  return (
    <button type="button" className="chip" title={t.removeFilter(label)} onClick={onRemove}>
      <span className="chip-text">{children}</span>
      <Icon name="close" />
      <span className="visually-hidden">{t.removeCondition}</span>
    </button>
  );
}

function ItemText({
  item,
  fields,
}: {
  readonly item: FilterItem;
  readonly fields: readonly ListField[];
}): ReactNode {
  const t = useTexts(listTexts);
  if (item.kind === 'condition') {
    const field = fields.find(({ path }) => path === item.path);
    return field ? <ConditionText condition={item} field={field} /> : null;
  }
  return item.items.map((each, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
    <span key={index}>
      {index > 0 && (item.join === 'OR' ? t.anyOf : ' + ')}
      <ItemText item={each} fields={fields} />
    </span>
  ));
}

function ConditionText({
  condition,
  field,
}: {
  readonly condition: Condition;
  readonly field: ListField;
}): ReactNode {
  const t = useTexts(listTexts);
  const formats = useFormats();
  const { operator, operand } = condition;
  const kind = operandKind(field, operator);
  const isReference = kind === 'reference' || kind === 'references';
  const values = Array.isArray(operand) ? operand : operand === undefined ? [] : [operand];
  const labels = useReferenceLabels(field, isReference ? values.map((value) => JSON.stringify(value)) : []);
  const print = (value: Value): string =>
    isReference
      ? (labels.get(JSON.stringify(value)) ?? '…')
      : printOperand(value, { field, formats, yes: t.yes, no: t.no });
  const shown = kind.endsWith('range') ? values.map(print).join(' – ') : formats.list(values.map(print));
  return (
    <>
      <strong>{field.label}</strong> {operatorLabel(field, operator, t)} {shown}
    </>
  );
}

interface Printing {
  readonly field: ListField;
  readonly formats: Formats;
  readonly yes: string;
  readonly no: string;
}

function printOperand(value: Value, { field, formats, yes, no }: Printing): string {
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return formats.number(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field.type === 'date') return field.time ? formats.dateTime(value) : formats.day(value);
  return field.options?.find((option) => option.value === value)?.label ?? value;
}
