/**
 * What a value may have to be, in every language. The words of a field type are all here, and each catalogue
 * takes those of its language.
 */

/** What follows `Must be`. */
export const wantedKinds = {
  text: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
  block: 'an object with a blockType',
  json: 'JSON',
  richText: 'the JSON object or list of a rich text editor',
  id: 'the id of a document',
  email: 'an email address, such as ada@example.com',
  url: 'an http or https address, such as https://example.com',
  color: 'a colour, such as #1a2b3c or #1a2b3c80',
  slug: 'a part of an address, such as my-first-post',
  date: 'a date that exists, such as 2026-11-21',
  moment: 'a moment with its time zone, such as 2026-11-21T09:30:00Z',
  timestamp: 'a timestamp with a time zone, such as 2030-01-31T12:00:00Z',
  position: '[longitude, latitude]',
} as const;

/** What a value may have to be. */
export type WantedKind = keyof typeof wantedKinds;

/** What follows `Muss`. */
export const germanWantedKinds: Readonly<Record<WantedKind, string>> = {
  text: 'ein Text sein',
  number: 'eine Zahl sein',
  integer: 'eine ganze Zahl sein',
  boolean: 'wahr oder falsch sein',
  list: 'eine Liste sein',
  object: 'ein Objekt sein',
  block: 'ein Objekt mit „blockType“ sein',
  json: 'JSON sein',
  richText: 'das JSON eines Editors für formatierten Text sein',
  id: 'die ID eines Dokuments sein',
  email: 'eine E-Mail-Adresse sein, etwa ada@example.com',
  url: 'eine Adresse mit http oder https sein, etwa https://example.com',
  color: 'eine Farbe sein, etwa #1a2b3c oder #1a2b3c80',
  slug: 'ein Teil einer Adresse sein, etwa mein-erster-beitrag',
  date: 'ein gültiges Datum sein, etwa 2026-11-21',
  moment: 'ein Zeitpunkt mit Zeitzone sein, etwa 2026-11-21T09:30:00Z',
  timestamp: 'ein Zeitpunkt mit Zeitzone sein, etwa 2030-01-31T12:00:00Z',
  position: 'ein Paar [Länge, Breite] sein',
};

/** What follows `must be`, for parameters and filters. */
export const inputKinds = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  color: 'a colour such as "#1a2b3c"',
  date: 'a date such as "2026-01-31"',
  timestamp: 'a timestamp with its zone such as "2026-01-31T09:00:00Z"',
  id: 'the id of a document',
  reference: 'an object { collection, id }',
  list: 'a list',
  range: 'a range [from, to]',
  area: 'a GeoJSON Polygon, { center, radius } or a box',
  metres: 'a number of metres, 0 or more',
  polygonType: '"Polygon"',
  positions: 'a list of positions',
  conditions: 'an object of conditions such as {"title":{"equals":"x"}}',
  filters: 'a list of filters',
  object: 'an object',
  fields: 'an object of fields',
  revision: 'a revision, a whole number from 0 on',
  group: 'the name of a field, or an object such as {"field":"createdAt","by":"month"}',
  metrics: 'an object of metrics such as {"n":"count"}',
  metric: '"count", or an object such as {"sum":"price"}',
} as const;

/** What a parameter or a value in a filter may have to be. */
export type InputKind = keyof typeof inputKinds;

/** What stands between `Muss` and `sein`. */
export const germanInputKinds: Readonly<Record<InputKind, string>> = {
  text: 'ein Text',
  number: 'eine Zahl',
  boolean: 'true oder false',
  color: 'eine Farbe wie "#1a2b3c"',
  date: 'ein Datum wie "2026-01-31"',
  timestamp: 'ein Zeitpunkt mit Zeitzone wie "2026-01-31T09:00:00Z"',
  id: 'die ID eines Dokuments',
  reference: 'ein Objekt { collection, id }',
  list: 'eine Liste',
  range: 'ein Bereich [von, bis]',
  area: 'ein GeoJSON-Polygon, { center, radius } oder ein Rechteck',
  metres: 'eine Zahl von Metern ab 0',
  polygonType: '"Polygon"',
  positions: 'eine Liste von Positionen',
  conditions: 'ein Objekt mit Bedingungen wie {"title":{"equals":"x"}}',
  filters: 'eine Liste von Filtern',
  object: 'ein Objekt',
  fields: 'ein Objekt mit Feldern',
  revision: 'ein Stand, eine ganze Zahl ab 0,',
  group: 'der Name eines Feldes oder ein Objekt wie {"field":"createdAt","by":"month"}',
  metrics: 'ein Objekt mit Kennzahlen wie {"n":"count"}',
  metric: '"count" oder ein Objekt wie {"sum":"price"}',
};
