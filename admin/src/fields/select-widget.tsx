import type { ReactNode } from 'react';
import type { JsonValue } from '../../../runtime/util/json.js';
import { useTexts } from '../i18n/language.js';
import { Checkbox, Input, Select } from '../ui/inputs.js';
import { FieldFrame, inputProps } from './field-frame.js';
import { useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/** `select`: one of its options, or with `hasMany` several, in the order of the options. */
export function SelectWidget(props: WidgetProps): ReactNode {
  return props.field.hasMany === true ? <SelectMany {...props} /> : <SelectOne {...props} />;
}

function SelectOne({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const handle = useField(field, path);
  const value = typeof handle.value === 'string' ? handle.value : '';
  const options = field.options ?? [];
  const isKnown = value === '' || options.some((option) => option.value === value);
  if (handle.disabled) {
    const label = options.find((option) => option.value === value)?.label ?? value;
    return (
      <FieldFrame field={field} handle={handle}>
        <Input {...inputProps(field, handle)} value={label} readOnly />
      </FieldFrame>
    );
  }
  return (
    <FieldFrame field={field} handle={handle}>
      <Select
        {...inputProps(field, handle)}
        value={value}
        onChange={(event) =>
          handle.setValue(event.currentTarget.value === '' ? null : event.currentTarget.value)
        }
      >
        {((field.required !== true && field.default === undefined) || value === '') && (
          <option value="">{field.placeholder ?? t.noValue}</option>
        )}
        {!isKnown && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}

function SelectMany({ field, path }: WidgetProps): ReactNode {
  const handle = useField(field, path);
  const chosen: readonly JsonValue[] = Array.isArray(handle.value) ? handle.value : [];
  const options = field.options ?? [];
  const toggle = (value: string, isOn: boolean): void => {
    // The other chosen options keep their stored order.
    handle.setValue(isOn ? [...chosen, value] : chosen.filter((each) => each !== value));
  };
  return (
    <FieldFrame field={field} handle={handle} isGroup>
      <div className="choices">
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            disabled={handle.disabled}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />
        ))}
      </div>
    </FieldFrame>
  );
}
