import { userText } from '../../errors/reasons/reason.js';
import type { FieldDescriptor } from '../../fields/field-descriptor.js';
import { fieldTypeOf } from '../../fields/index.js';
import type { JsonObject, JsonValue } from '../../util/json.js';
import type { Service } from '../api.js';
import { ownFields } from '../auth-routes/registration/register.js';
import type { FieldDefinition } from './page-view.js';

/**
 * Returns the fields of users that the config requires for a registration. Others can be filled in later. If
 * a required field has a type that no text input supports, the page names it, and a frontend has to ask for
 * it.
 */
export function requiredFields(service: Service): readonly FieldDescriptor[] {
  return ownFields(service).filter(
    (field) =>
      field.required === true &&
      field.access === undefined &&
      field.default === undefined &&
      field.defaultCallback === undefined &&
      fieldTypeOf(field).isTyped &&
      !('hasMany' in field),
  );
}

export function requiredDefinitions(service: Service): readonly FieldDefinition[] {
  return requiredFields(service).map(({ name }) => ({ name, label: userText(labelOf(name)) }));
}

/**
 * Returns their values as a body has them; a text that is not a number stays text, and the validator reports
 * it.
 */
export function requiredValues(service: Service, form: ReadonlyMap<string, string>): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const { name, type } of requiredFields(service)) {
    const text = form.get(name)?.trim() ?? '';
    if (text === '') continue;
    values[name] = type === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  return values;
}

/** Returns a readable label: `Company name` for `companyName`. */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
