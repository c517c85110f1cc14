import type { FieldDescriptor } from '../../codegen/descriptors.js';
import type { JsonObject, JsonValue } from '../../util/json.js';
import type { Service } from '../api.js';
import { ownFields } from '../auth-routes/flows/register.js';
import type { FieldDefinition } from './page-view.js';

/** Kinds of fields that an input of text can take. */
const typeable: ReadonlySet<string> = new Set(['text', 'textarea', 'email', 'url', 'number']);

/**
 * The fields without which nobody can register, where the config gives users such. Others can be filled in later; of a kind that no
 * input of text can take, the page names what is missing, and a frontend has to ask for it.
 */
export function requiredFields(service: Service): readonly FieldDescriptor[] {
  return ownFields(service).filter(
    (field) =>
      field.required === true &&
      field.access === undefined &&
      field.default === undefined &&
      field.defaultCallback === undefined &&
      typeable.has(field.type) &&
      !('hasMany' in field),
  );
}

export function requiredDefinitions(service: Service): readonly FieldDefinition[] {
  return requiredFields(service).map(({ name }) => ({ name, label: labelOf(name) }));
}

/** Their values as a body would carry them; what is no number stays text, and the validator says so. */
export function requiredValues(service: Service, form: ReadonlyMap<string, string>): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const { name, type } of requiredFields(service)) {
    const text = form.get(name)?.trim() ?? '';
    if (text === '') continue;
    values[name] = type === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  return values;
}

/** `companyName` as people read it: `Company name`. */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
