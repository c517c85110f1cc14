/** Checks rows, tabs and collapsibles in lists of fields. The fields in them are checked by the caller. */
import type { LayoutKind } from '../fields-of.js';
import {
  anyTranslated,
  type Check,
  checkOptions,
  elsewhere,
  flag,
  isPlainObject,
  type PlainObject,
  translated,
} from './checks.js';
import { inside, type Place, type Problems } from './problem.js';
import { layoutAdmin } from './shared-options.js';
import { showValue } from './show-value.js';

interface LayoutRules {
  readonly noun: string;
  readonly options: Readonly<Record<string, Check>>;
  readonly required: readonly string[];
}

const shared = { type: elsewhere, admin: layoutAdmin };
const titled = { label: translated, description: anyTranslated, fields: elsewhere };

const rules: Readonly<Record<LayoutKind, LayoutRules>> = {
  row: { noun: 'a row', options: { ...shared, fields: elsewhere }, required: ['fields'] },
  tabs: { noun: 'tabs', options: { ...shared, tabs: elsewhere }, required: ['tabs'] },
  collapsible: {
    noun: 'a collapsible',
    options: { ...shared, ...titled, open: flag },
    required: ['label', 'fields'],
  },
};

const tabRules = {
  noun: 'a tab',
  options: { ...titled, admin: layoutAdmin },
  required: ['label', 'fields'],
};

/** A list of fields inside a layout. */
export interface InnerList {
  readonly list: unknown;
  /** Position of the list. */
  readonly place: Place;
}

/** Reports what is wrong with a layout itself, and returns the lists of fields in it. */
export function checkLayout(
  layout: PlainObject,
  kind: LayoutKind,
  place: Place,
  problems: Problems,
): readonly InnerList[] {
  checkOptions(layout, rules[kind], place, problems);
  if (kind !== 'tabs') return [{ list: layout['fields'], place: inside(place, 'fields') }];
  const { tabs } = layout;
  const own = inside(place, 'tabs');
  if (tabs === undefined) return [];
  if (!Array.isArray(tabs)) {
    problems.add(own, `must be a list of tabs, not ${showValue(tabs)}`);
    return [];
  }
  if (tabs.length === 0) problems.add(own, 'must not be empty');
  return Array.from<unknown>(tabs).flatMap((tab, position): readonly InnerList[] => {
    const at = inside(own, position);
    if (!isPlainObject(tab)) {
      problems.add(at, `must be a tab, not ${showValue(tab)}`);
      return [];
    }
    checkOptions(tab, tabRules, at, problems);
    return [{ list: tab['fields'], place: inside(at, 'fields') }];
  });
}
