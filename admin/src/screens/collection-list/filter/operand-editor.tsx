import { type ReactNode, useState } from 'react';
import type { Value } from '../../../api/documents.js';
import type { OperandKind } from '../../../fields/field-type.js';
import { useTexts } from '../../../i18n/language.js';
import { Checkbox, Input, Select } from '../../../ui/inputs.js';
import { MomentInput } from '../../../ui/moment-input.js';
import { listTexts } from '../texts.js';
import { isoOf, localOf } from './local-moment.js';
import type { OperandProps } from './operand-props.js';
import { ReferenceOperand } from './reference-operand.js';

/** Edits the operand of a condition, with the input that fits its field. */
export function OperandEditor({ kind, ...props }: OperandProps & { readonly kind: OperandKind }): ReactNode {
  const t = useTexts(listTexts);
  switch (kind) {
    case 'yes-no':
      return <YesNo {...props} />;
    case 'option':
      return <Option {...props} />;
    case 'options':
      return <Options {...props} />;
    case 'reference':
    case 'references':
      return <ReferenceOperand {...props} isMany={kind === 'references'} />;
    case 'number-range':
      return <Range {...props} type="number" read={numberOf} print={String} />;
    case 'day-range':
      return <Range {...props} type="day" read={textOf} print={String} />;
    case 'moment-range':
      return <Range {...props} type="moment" read={isoOf} print={localOf} />;
    case 'circle':
      return <Circle {...props} />;
    case 'number':
      return <Single {...props} label={t.value} type="number" read={numberOf} print={String} />;
    case 'day':
      return <Single {...props} label={t.value} type="day" read={textOf} print={String} />;
    case 'moment':
      return <Single {...props} label={t.value} type="moment" read={isoOf} print={localOf} />;
    case 'numbers':
      return <Several {...props} read={numberOf} />;
    case 'texts':
      return <Several {...props} read={textOf} />;
    case 'text':
      return <Single {...props} label={t.value} type="text" read={textOf} print={String} />;
  }
}

type Read = (text: string) => Value | undefined;

const textOf: Read = (text) => (text === '' ? undefined : text);
const numberOf: Read = (text) =>
  text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);

interface SingleProps extends OperandProps {
  readonly label: string;
  readonly type: 'text' | 'number' | 'day' | 'moment';
  readonly read: Read;
  readonly print: (value: Value) => string;
}

function Single({ label, type, read, print, value, onChange }: SingleProps): ReactNode {
  const [text, setText] = useState(value === undefined || value === null ? '' : print(value));
  if (type === 'day' || type === 'moment') {
    return (
      <MomentInput
        isSmall
        hasTime={type === 'moment'}
        label={label}
        aria-label={label}
        value={text}
        onValue={(local) => {
          setText(local ?? '');
          onChange(read(local ?? ''));
        }}
      />
    );
  }
  return (
    <Input
      isSmall
      type={type}
      step={type === 'number' ? 'any' : undefined}
      aria-label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(read(event.target.value));
      }}
    />
  );
}

function Range({ type, read, print, value, onChange, ...rest }: Omit<SingleProps, 'label'>): ReactNode {
  const t = useTexts(listTexts);
  const [ends, setEnds] = useState<readonly [Value | undefined, Value | undefined]>(
    Array.isArray(value) ? [value[0], value[1]] : [undefined, undefined],
  );
  const set = (next: typeof ends): void => {
    setEnds(next);
    const [from, to] = next;
    onChange(from === undefined || to === undefined ? undefined : [from, to]);
  };
  const shape = { ...rest, type, read, print };
  return (
    <span className="filter-range">
      <Single {...shape} label={t.valueFrom} value={ends[0]} onChange={(from) => set([from, ends[1]])} />
      <span aria-hidden="true">–</span>
      <Single {...shape} label={t.valueTo} value={ends[1]} onChange={(to) => set([ends[0], to])} />
    </span>
  );
}

function Several({ read, value, onChange }: OperandProps & { readonly read: Read }): ReactNode {
  const t = useTexts(listTexts);
  const [text, setText] = useState(Array.isArray(value) ? value.join(', ') : '');
  const set = (next: string): void => {
    setText(next);
    const values = next.split(',').flatMap((part) => read(part.trim()) ?? []);
    onChange(values.length === 0 ? undefined : values);
  };
  return (
    <Input
      isSmall
      aria-label={t.value}
      placeholder={t.valuesHint}
      value={text}
      onChange={(event) => set(event.target.value)}
    />
  );
}

function YesNo({ value, onChange }: OperandProps): ReactNode {
  const t = useTexts(listTexts);
  return (
    <Select
      isSmall
      aria-label={t.value}
      value={value === undefined ? '' : `${value}`}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value === 'true')}
    >
      <option value="">{t.chooseValue}</option>
      <option value="true">{t.yes}</option>
      <option value="false">{t.no}</option>
    </Select>
  );
}

function Option({ field, value, onChange }: OperandProps): ReactNode {
  const t = useTexts(listTexts);
  return (
    <Select
      isSmall
      aria-label={t.value}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{t.chooseValue}</option>
      {field.options?.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

function Options({ field, value, onChange }: OperandProps): ReactNode {
  const t = useTexts(listTexts);
  const chosen = Array.isArray(value) ? value : [];
  const toggle = (option: string, isOn: boolean): void => {
    const next = isOn ? [...chosen, option] : chosen.filter((each) => each !== option);
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset className="filter-options" aria-label={t.value}>
      {field.options?.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={(event) => toggle(option.value, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

/** Latitude first, as is usual in speech; the API has the longitude first. */
function Circle({ field, value, onChange }: OperandProps): ReactNode {
  const t = useTexts(listTexts);
  const { center, radius } = (value ?? {}) as { readonly center?: readonly Value[]; readonly radius?: Value };
  const [parts, setParts] = useState<readonly (Value | undefined)[]>([center?.[1], center?.[0], radius]);
  const set = (index: number, part: Value | undefined): void => {
    const next = parts.map((each, position) => (position === index ? part : each));
    setParts(next);
    const [latitude, longitude, metres] = next;
    const isWhole = latitude !== undefined && longitude !== undefined && metres !== undefined;
    onChange(isWhole ? { center: [longitude, latitude], radius: metres } : undefined);
  };
  const shape = { field, type: 'number' as const, read: numberOf, print: String };
  return (
    <span className="filter-circle">
      {[t.latitude, t.longitude, t.radius].map((label, index) => (
        <span key={label} className="filter-part">
          <span aria-hidden="true">{label}</span>
          <Single {...shape} label={label} value={parts[index]} onChange={(part) => set(index, part)} />
        </span>
      ))}
    </span>
  );
}
