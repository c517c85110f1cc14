import { type ReactNode, useState } from 'react';
import { parseNumber } from '../documents/parse-number.js';
import { useLanguage, useTexts } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Input } from '../ui/inputs.js';
import { FieldFrame } from './field-frame.js';
import { type FieldHandle, useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/** Latitude and longitude as typed, in the usual order. */
interface Typed {
  readonly latitude: string;
  readonly longitude: string;
}

const nothing: Typed = { latitude: '', longitude: '' };

/** `point`: two labelled numbers. The user need not know that the API writes the longitude first. */
export function PointWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const handle = useField(field, path);
  const [own, setOwn] = useState<Typed | null>(null);
  const typed = own ?? typedBefore(handle);
  const read = useReadPoint();
  const change = (next: Typed): void => {
    setOwn(next);
    const result = read(next);
    if (typeof result === 'string') {
      handle.setUnfinished({ text: `${next.latitude};${next.longitude}`, message: result });
    } else handle.setValue(result);
  };
  const input = (name: keyof Typed, label: string, hint: string): ReactNode => (
    <div className="point-part">
      <label className="field-sublabel" htmlFor={`${handle.id}-${name}`}>
        {label}
      </label>
      <Input
        id={`${handle.id}-${name}`}
        className="input-number"
        inputMode="text"
        dir="ltr"
        autoComplete="off"
        aria-describedby={`${handle.id}-${name}-hint`}
        aria-invalid={handle.error === null ? undefined : true}
        aria-required={field.required === true || undefined}
        value={typed[name]}
        readOnly={handle.disabled}
        onChange={(event) => change({ ...typed, [name]: event.currentTarget.value })}
        onBlur={() => setOwn(null)}
      />
      <span className="field-hint" id={`${handle.id}-${name}-hint`}>
        {hint}
      </span>
    </div>
  );
  const isEmpty = typed.latitude === '' && typed.longitude === '';
  return (
    <FieldFrame field={field} handle={handle} isGroup>
      <div className="point-parts">
        {input('latitude', t.latitude, t.latitudeHint)}
        {input('longitude', t.longitude, t.longitudeHint)}
        {!isEmpty && !handle.disabled && (
          <Button
            className="point-clear"
            variant="ghost"
            aria-label={t.clear(field.label)}
            onClick={() => change(nothing)}
          >
            {t.clearShort}
          </Button>
        )}
      </div>
    </FieldFrame>
  );
}

function typedBefore({ unfinished, value }: FieldHandle): Typed {
  if (unfinished !== null) {
    const [latitude = '', longitude = ''] = unfinished.text.split(';');
    return { latitude, longitude };
  }
  const [longitude, latitude] = Array.isArray(value) ? value : [];
  return typeof longitude === 'number' && typeof latitude === 'number'
    ? { latitude: String(latitude), longitude: String(longitude) }
    : nothing;
}

/** Returns a function that reads the point as the API writes it, or returns an error message. */
function useReadPoint(): (typed: Typed) => readonly [number, number] | null | string {
  const t = useTexts(fieldTexts);
  const { name: language } = useLanguage();
  return (typed) => {
    const latitude = parseNumber(typed.latitude, language);
    const longitude = parseNumber(typed.longitude, language);
    if (latitude === undefined || longitude === undefined) return t.notNumber;
    if (latitude === null && longitude === null) return null;
    if (latitude === null || longitude === null) return t.pointHalf;
    if (Math.abs(latitude) > 90) return t.latitudeRange;
    return Math.abs(longitude) > 180 ? t.longitudeRange : [longitude, latitude];
  };
}
