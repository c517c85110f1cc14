import { textsOf } from '../i18n/catalogue.js';
import { pluralIn } from '../i18n/plural.js';

const plural = pluralIn('en');
const pluralDe = pluralIn('de');

/** Texts of values in lists and differences. */
export const valueTexts = textsOf(
  {
    yes: 'Yes',
    no: 'No',
    rows: (count: number) => plural(count, { zero: '–', one: '# row', other: '# rows' }),
    andMore: (count: number) => `+${count}`,
    point: (latitude: number, longitude: number) => `Latitude ${latitude}, longitude ${longitude}`,
  },
  {
    yes: 'Ja',
    no: 'Nein',
    rows: (count) => pluralDe(count, { zero: '–', one: '# Zeile', other: '# Zeilen' }),
    andMore: (count) => `+${count}`,
    point: (latitude, longitude) => `Breitengrad ${latitude}, Längengrad ${longitude}`,
  },
);
