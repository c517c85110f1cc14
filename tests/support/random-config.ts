/** Random configs with hostile values, all of them valid, for properties that hold for every config. */
import fc from 'fast-check';
import type { CollectionConfig, GlobalConfig } from '../../runtime/config/collection-config.js';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import { atLeast } from '../../runtime/config/roles.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { JsonValue } from '../../runtime/util/json.js';

const words = (
  'class function constructor to-string find create update delete map promise error record date string client svc-error routes ' +
  'index contract config z order values con aux prototype undefined any never let await async type interface enum package ' +
  'posts post post-create posts-create post-drafts text number object rows list json id own blocks expected schema block ' +
  'symbol array partial omit list-documents read-global create-service page document globals2 a-b_c x1 x-1y'
).split(' ');

const fieldWords = (
  'constructor toString hasOwnProperty valueOf isPrototypeOf prototype class delete default new function return await ' +
  'find where select limit depth then toJSON catch finally code message stack docs title Title2 length name key value data error ' +
  'blockType2 collection join z text number object id2 createdAt2 AND2 or and x X2 __ '
)
  .split(' ')
  .filter((word) => /^[a-zA-Z]/.test(word));

const reservedSlugs = new Set([
  'admin',
  'auth',
  'globals',
  'health',
  'docs',
  'metrics',
  'api_keys',
  'safe',
  'svc',
  'then',
  'query',
  'system',
]);

const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '*/ process.exit(1) /*',
    `\`\${process.exit(1)}\``,
    "it's",
    '"quoted" \\ \\\\',
    '</script><!--',
    'two\nlines\r\n@deprecated',
    '\u2028\u2029',
    '\ud800',
    '😀👩‍👩‍👧',
    'right\u202eto left',
    '__proto__',
    '{@link x} {{mustache}} <b>',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const slug: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...words),
  fc.stringMatching(/^[a-z][a-z0-9_-]{0,12}$/),
);

const fieldName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...fieldWords),
  fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,10}$/),
);

const reservedNames = new Set([
  'id',
  'createdat',
  'updatedat',
  '_status',
  '_pending',
  '_revision',
  'and',
  'or',
  'blocktype',
]);

function isFieldName(name: string): boolean {
  return !reservedNames.has(name.toLowerCase()) && !/_(?:asc|desc)$/.test(name);
}

const pattern = fc.constantFrom<string | RegExp>(
  '^[a-z]+$',
  /[/\\`'"]{1,3}|\d/i,
  /^(?<year>\d{4})$/,
  /\p{Script=Greek}|x/u,
  /(?<!--)y/,
  '\u2028|</script>',
  /[^\]]/,
  '\\c|\\8',
);

const json: fc.Arbitrary<JsonValue> = fc.jsonValue({ maxDepth: 2 }).map((value) => value as JsonValue);

const range = (most: number): fc.Arbitrary<readonly [number | undefined, number | undefined]> =>
  fc
    .tuple(fc.option(fc.nat(most), { nil: undefined }), fc.option(fc.nat(most), { nil: undefined }))
    .map(([one, other]) =>
      one !== undefined && other !== undefined && one > other ? [other, one] : [one, other],
    );

/** Removes options that were not generated. */
function compact(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const common = fc.record({
  label: optional(hostileText),
  description: optional(hostileText),
  required: optional(fc.constant(true)),
  readOnly: fc.constantFrom(undefined, undefined, undefined, true),
  virtual: fc.constantFrom(undefined, undefined, undefined, undefined, () => undefined),
});

const rowLimits = range(4).map(([minRows, maxRows]) => ({ minRows, maxRows }));
const textLimits = fc
  .tuple(range(20), optional(pattern))
  .map(([[minLength, maxLength], found]) => ({ minLength, maxLength, pattern: found }));
const numberLimits = fc
  .tuple(range(50), optional(fc.constant(true)))
  .map(([[min, max], integer]) => ({ min, max, integer }));
const options = fc.uniqueArray(fc.oneof(hostileText, fc.constantFrom('a', 'b', 'constructor')), {
  minLength: 1,
  maxLength: 4,
});

function fieldOptions(
  slugs: readonly string[],
  depth: number,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const target = slugs.length > 0 ? fc.constantFrom(...slugs) : fc.constant('');
  const targets = fc.oneof(target, fc.uniqueArray(target, { minLength: 1, maxLength: 3 }));
  const many = optional(fc.constant(true));
  const list = (type: string, limits: fc.Arbitrary<object>): fc.Arbitrary<object> =>
    fc
      .tuple(many, limits, rowLimits)
      .map(([hasMany, own, rows]) => ({ type, hasMany, ...own, ...(hasMany && rows) }));
  const simple = (type: string, own: fc.Arbitrary<object> = fc.constant({})): fc.Arbitrary<object> =>
    own.map((more) => ({ type, ...more }));
  const leaves = fc.oneof(
    list('text', textLimits),
    list('number', numberLimits),
    list(
      'select',
      options.map((values) => ({ options: values })),
    ),
    simple('textarea', textLimits),
    simple('email'),
    simple('url'),
    simple('slug'),
    simple(
      'boolean',
      optional(fc.boolean()).map((value) => ({ default: value })),
    ),
    simple(
      'date',
      optional(fc.constant(true)).map((time) => ({ time })),
    ),
    simple(
      'json',
      optional(json).map((value) => ({ default: value ?? undefined })),
    ),
    simple('richText'),
    simple('color'),
    simple('point'),
    ...(slugs.length > 0
      ? [
          list(
            'relationship',
            targets.map((to) => ({ to })),
          ),
        ]
      : []),
  );
  if (depth === 0) return leaves as fc.Arbitrary<Readonly<Record<string, unknown>>>;
  const nested = fields(slugs, depth - 1);
  const blocks = fc
    .uniqueArray(fc.tuple(slug, nested, optional(hostileText)), {
      maxLength: 3,
      minLength: 1,
      selector: ([name]) => keyOf(name),
    })
    .map((kinds) =>
      kinds.map(([name, own, description]) => compact({ slug: name, fields: own, description })),
    );
  return fc.oneof(
    { weight: 5, arbitrary: leaves },
    { weight: 1, arbitrary: nested.map((own) => ({ type: 'group', fields: own })) },
    {
      weight: 1,
      arbitrary: fc.tuple(nested, rowLimits).map(([own, rows]) => ({ type: 'array', fields: own, ...rows })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(blocks, rowLimits).map(([own, rows]) => ({ type: 'blocks', blocks: own, ...rows })),
    },
  ) as fc.Arbitrary<Readonly<Record<string, unknown>>>;
}

function fields(slugs: readonly string[], depth: number): fc.Arbitrary<readonly FieldConfig[]> {
  return fc
    .uniqueArray(fc.tuple(fieldName.filter(isFieldName), fieldOptions(slugs, depth), common), {
      maxLength: 6,
      selector: ([name]) => name.toLowerCase(),
    })
    .map((list) =>
      list.map(([name, own, more]) => {
        const { required, readOnly, virtual, ...texts } = more;
        const isGroup = own['type'] === 'group';
        if (virtual !== undefined && isComputable(own)) {
          return compact({ name, ...texts, virtual, ...own }) as unknown as FieldConfig;
        }
        // A required field that no default fills would need a hook.
        const flags = { required, readOnly: required === true ? undefined : readOnly };
        return compact({
          name,
          ...texts,
          ...(isGroup ? {} : flags),
          ...own,
        }) as unknown as FieldConfig;
      }),
    );
}

/** Whether a field with these options may be virtual. */
function isComputable(own: Readonly<Record<string, unknown>>): boolean {
  return own['default'] === undefined && !['group', 'array', 'blocks', 'slug'].includes(String(own['type']));
}

/** The identifier of a slug. A config is refused if two slugs have the same one. */
function keyOf(name: string): string {
  return name
    .replace(/[-_]+([a-z0-9])/g, (_, next: string) => next.toUpperCase())
    .replace(/[^A-Za-z0-9]/g, '');
}

function documents(
  slugs: readonly string[],
  make: (slug: string, fields: readonly FieldConfig[], texts: readonly string[]) => object,
): fc.Arbitrary<readonly object[]> {
  return fc.tuple(
    ...slugs.map((name) =>
      fc
        .tuple(fields(slugs, 2), fc.array(hostileText, { minLength: 2, maxLength: 2 }))
        .map(([own, texts]) => make(name, own, texts)),
    ),
  );
}

const slugList = fc.uniqueArray(
  slug.filter((name) => !reservedSlugs.has(name)),
  { maxLength: 5, selector: keyOf },
);

/** A valid config. */
export const randomConfig: fc.Arbitrary<ServiceConfig> = fc
  .tuple(slugList, slugList, hostileText)
  .chain(([collectionSlugs, globalSlugs, name]) => {
    const collections = documents(collectionSlugs, (own, list, [singular = '', description = '']) => ({
      slug: own,
      fields: list,
      labels: { singular },
      description,
    }));
    const globals = fc.tuple(
      ...globalSlugs.map((own) =>
        fields(collectionSlugs, 1).map((list): GlobalConfig => ({ slug: own, fields: list })),
      ),
    );
    return fc.tuple(collections, globals).map(([each, single]) => ({
      name,
      collections: each as readonly CollectionConfig[],
      globals: single,
    }));
  });

const roleNames = ['super_admin', 'admin', 'editor', 'author', 'customer', 'guest', 'own_role'];

const accessRule = fc.oneof(
  fc.subarray(roleNames),
  fc.constantFrom(...roleNames).map(atLeast),
  fc.constant(() => true),
);

/** The same with `auth` and access rules; users may have additional fields. */
export const randomConfigWithAuth: fc.Arbitrary<ServiceConfig> = fc
  .record({
    config: randomConfig,
    rules: fc.infiniteStream(fc.record({ read: accessRule, update: accessRule }, { requiredKeys: [] })),
    ownFields: fc.boolean(),
    tokenInBody: fc.boolean(),
  })
  .map(({ config, rules, ownFields, tokenInBody }) => {
    const withRules = <Document extends CollectionConfig | GlobalConfig>(document: Document): Document => ({
      ...document,
      access: rules.next().value,
    });
    const collections = (config.collections ?? []).filter(({ slug }) => !/^users/.test(slug)).map(withRules);
    const users: CollectionConfig = { slug: 'users', fields: [{ name: 'constructor', type: 'text' }] };
    return {
      ...config,
      auth: { secret: undefined, tokenInBody, roles: [{ name: 'own_role', rank: 55 }] },
      collections: [...collections, ...(ownFields ? [users] : [])],
      globals: (config.globals ?? []).map(withRules),
    };
  });
