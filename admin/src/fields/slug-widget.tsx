import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { cutSlug, maxMadeSlug, slugify } from '../../../runtime/util/slugify.js';
import { useCollectionMeta, useGlobalMeta } from '../api/meta-context.js';
import { useTexts } from '../i18n/language.js';
import { IconButton } from '../ui/button.js';
import { Input } from '../ui/inputs.js';
import { FieldFrame, inputProps } from './field-frame.js';
import { useField, useFieldValue, useForm } from './form-context.js';
import { TextLength } from './text-widget.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/**
 * `slug`. An untouched field stays empty and shows the slug that the service will generate by the same rule:
 * only the service knows which slugs are already in use, and may add letters that make it unique. A typed
 * slug is kept as it is.
 */
export function SlugWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const handle = useField(field, path);
  const sourceLabel = useSourceLabel(field);
  const source = useFieldValue(field.from?.split('.') ?? []);
  const text = typeof handle.value === 'string' ? handle.value : '';
  const preview =
    field.from !== undefined && typeof source === 'string'
      ? cutSlug(slugify(source), field.maxLength ?? maxMadeSlug)
      : '';
  const fills = field.from !== undefined && text === '' && !handle.disabled;
  // The letters that the service adds: `-kqxbwd`.
  const hasEnding =
    preview !== '' && text.startsWith(preview) && /^-[b-z]{6}$/.test(text.slice(preview.length));
  return (
    <FieldFrame
      field={field}
      handle={handle}
      aside={<TextLength field={field} text={text} />}
      {...(fills && { hint: t.slugFrom(sourceLabel) })}
      {...(hasEnding && { hint: t.slugEnding(text.slice(preview.length)) })}
    >
      <div className="input-row">
        <Input
          {...inputProps(field, handle)}
          isMono
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder={fills && preview !== '' ? preview : field.placeholder}
          value={text}
          readOnly={handle.disabled}
          onChange={(event) =>
            handle.setValue(event.currentTarget.value === '' ? null : event.currentTarget.value)
          }
        />
        {text !== '' && preview !== '' && preview !== text && !hasEnding && !handle.disabled && (
          <IconButton
            icon="refresh"
            variant="secondary"
            label={t.slugRenewOf(field.label, sourceLabel)}
            title={`${t.slugRenew(sourceLabel)}: ${preview}`}
            onClick={() => handle.setValue(preview)}
          />
        )}
      </div>
    </FieldFrame>
  );
}

/**
 * Returns the label of the field from which the slug is made, or its name if the requester may not read it.
 */
function useSourceLabel({ from = '' }: AdminFieldMeta): string {
  const { slug } = useForm();
  const collection = useCollectionMeta(slug);
  const global = useGlobalMeta(slug);
  let fields = (collection ?? global)?.fields;
  let label = from.split('.').at(-1) ?? '';
  for (const name of from.split('.')) {
    const field = fields?.find((each) => each.name === name);
    if (field !== undefined) label = field.label;
    fields = field?.fields;
  }
  return label;
}
