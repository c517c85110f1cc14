/** Terms of Payload, Strapi and Directus, and their names here. */

const optionWords: Readonly<Record<string, readonly string[]>> = {
  aftercreate: ['afterChange'],
  aftersave: ['afterChange'],
  afterupdate: ['afterChange'],
  afterfind: ['afterRead'],
  afteroperation: ['afterChange'],
  beforecreate: ['beforeChange'],
  beforesave: ['beforeChange'],
  beforeupdate: ['beforeChange'],
  beforeduplicate: ['beforeChange'],
  choices: ['options'],
  collection: ['to'],
  collectionname: ['slug'],
  defaultvalue: ['default'],
  default_value: ['default'],
  displayname: ['label', 'labels'],
  draftandpublish: ['drafts'],
  enum: ['options'],
  find: ['read'],
  findone: ['read'],
  fieldname: ['name'],
  isrequired: ['required'],
  ismany: ['hasMany'],
  isunique: ['unique'],
  key: ['name', 'slug'],
  mandatory: ['required'],
  many: ['hasMany'],
  max: ['maxLength', 'maxRows'],
  maxitems: ['maxRows'],
  maximum: ['max', 'maxLength'],
  min: ['minLength', 'minRows'],
  minitems: ['minRows'],
  minimum: ['min', 'minLength'],
  multiple: ['hasMany'],
  name: ['slug'],
  note: ['description'],
  ondelete: ['onDelete'],
  pluralname: ['slug'],
  publicurl: ['baseUrl'],
  ref: ['to'],
  regex: ['pattern'],
  regexp: ['pattern'],
  relatedcollection: ['to'],
  related_collection: ['to'],
  relationto: ['to'],
  remove: ['delete'],
  serverurl: ['baseUrl'],
  singularname: ['slug'],
  target: ['to'],
  targetfield: ['from'],
  useastitle: ['admin'],
  validation: ['validate'],
  validator: ['validate'],
  values: ['options'],
  view: ['read'],
};

/** The name, among `known`, of an option of another system; null if there is none. */
export function optionOfOthers(name: string, known: readonly string[]): string | null {
  const key = name.toLowerCase();
  const words = Object.hasOwn(optionWords, key) ? (optionWords[key] ?? []) : [];
  return words.find((word) => known.includes(word)) ?? null;
}

interface OtherType {
  /** The name of the type here. */
  readonly type: string;
  /** Further options it needs: `a point in time is type: 'date', time: true`. */
  readonly hint?: string;
}

const time = { type: 'date', hint: "a point in time is type: 'date', time: true" };
const whole = { type: 'number', hint: "a whole number is type: 'number', integer: true" };
const many = { type: 'relationship', hint: "it is type: 'relationship', hasMany: true" };

const upload = { type: 'url', hint: "there are no uploads yet: keep the address of a file in type: 'url'" };

const typeWords: Readonly<Record<string, OtherType>> = {
  asset: upload,
  biginteger: whole,
  bool: { type: 'boolean' },
  checkbox: { type: 'boolean' },
  code: { type: 'textarea' },
  colour: { type: 'color' },
  component: { type: 'group', hint: "a repeatable component is type: 'array'" },
  csv: { type: 'text', hint: "a list of texts is type: 'text', hasMany: true" },
  'date-time': time,
  datetime: time,
  decimal: { type: 'number' },
  double: { type: 'number' },
  dynamiczone: { type: 'blocks' },
  enum: { type: 'select' },
  enumeration: { type: 'select' },
  file: upload,
  float: { type: 'number' },
  geometry: { type: 'point' },
  int: whole,
  integer: whole,
  lexical: { type: 'richText' },
  m2a: many,
  m2m: many,
  m2o: { type: 'relationship' },
  markdown: { type: 'textarea' },
  media: upload,
  multiselect: { type: 'select', hint: "several options are type: 'select', hasMany: true" },
  o2m: { type: 'join' },
  object: { type: 'group' },
  radio: { type: 'select' },
  reference: { type: 'relationship' },
  relation: { type: 'relationship' },
  repeater: { type: 'array' },
  slate: { type: 'richText' },
  string: { type: 'text' },
  switch: { type: 'boolean' },
  tags: { type: 'text', hint: "a list of texts is type: 'text', hasMany: true" },
  timestamp: time,
  timestamptz: time,
  toggle: { type: 'boolean' },
  uid: { type: 'slug' },
  upload,
  varchar: { type: 'text' },
  wysiwyg: { type: 'richText' },
};

/** The name here of a field type of another system; null if there is none. */
export function typeOfOthers(name: string): OtherType | null {
  const key = name.toLowerCase();
  return Object.hasOwn(typeWords, key) ? (typeWords[key] ?? null) : null;
}
