/** By language and the name of a property. */
type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The metadata with the texts of a language, where the config gives some. */
export function localized<Meta extends object>(meta: Meta, language: string): Meta {
  return inLanguage(meta, language) as Meta;
}

function inLanguage(value: unknown, language: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => inLanguage(each, language));
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const own = (given['translations'] as Translations | undefined)?.[language] ?? {};
  const entries = Object.entries(given).map(([name, part]) => {
    // A default is content, whatever it contains.
    if (name === 'default' || name === 'translations') return [name, part] as const;
    if (name === 'labels') return [name, { ...(part as object), ...labelsIn(own) }] as const;
    return [name, Object.hasOwn(own, name) ? own[name] : inLanguage(part, language)] as const;
  });
  return Object.fromEntries(entries);
}

function labelsIn(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(own).filter(([name]) => name === 'singular' || name === 'plural'));
}
