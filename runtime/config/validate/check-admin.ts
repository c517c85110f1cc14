/** Checks the `admin` of a config. */

import { overview } from './check-overview.js';
import { type Check, distinct, isPlainObject, listOf, objectOf, words } from './checks.js';
import { inside } from './problem.js';
import { quoted, showValue } from './show-value.js';
import { isOrigin, parsedUrl } from './web-address.js';

/** A path of this origin. `//host` is excluded, since a browser takes it for another origin. */
const localAddress = /^\/(?![/\\])[^\\\p{Cc}\p{Cs}\p{Zs}\p{Zl}\p{Zp}]*$/u;

/** Whether something else on this origin serves an asset; otherwise it is a file of the project. */
export function isServedElsewhere(asset: string): boolean {
  return asset.startsWith('/');
}

function assetOf(endings: readonly string[]): Check {
  const example = `"./brand/file${endings[0]}" or "/path/file${endings[0]}"`;
  return (value, place, problems) => {
    if (typeof value !== 'string' || value.trim() === '') {
      problems.add(
        place,
        `must be a file next to the config or a path of this origin (${example}), not ${showValue(value)}`,
      );
    } else if (isServedElsewhere(value) ? !localAddress.test(value) : /^[a-z][\w+.-]*:/i.test(value)) {
      problems.add(place, `must be of the same origin, such as ${example}, not ${showValue(value)}`);
    } else if (!isServedElsewhere(value) && !endings.some((ending) => value.toLowerCase().endsWith(ending))) {
      problems.add(place, `must end in ${endings.join(', ')}, not ${showValue(value)}`);
    }
  };
}

const image = assetOf(['.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif']);
const module = assetOf(['.js', '.mjs']);

/** CSS Color Module Level 4, without color names and without references (`var(...)`). */
const colour =
  /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\d\s.,%/+-]+(?:deg|rad|grad|turn)?[\d\s.,%/+-]*\))$/i;

const accentColor: Check = (value, place, problems) => {
  if (typeof value === 'string' && colour.test(value)) return;
  problems.add(place, `must be a colour such as "#2563eb" or "oklch(0.6 0.2 260)", not ${showValue(value)}`);
};

const widgetName = /^[a-zA-Z][\w-]*$/;

const widgets: Check = (value, place, problems) => {
  if (!isPlainObject(value)) {
    problems.add(place, `must be an object of modules by name, not ${showValue(value)}`);
    return;
  }
  for (const [name, address] of Object.entries(value)) {
    if (!widgetName.test(name)) {
      problems.add(
        place,
        `has the name ${quoted(name)}: a name has letters, digits, - and _, and starts with a letter`,
      );
    } else module(address, inside(place, name), problems);
  }
};

const extensions: Check = (value, place, problems) => {
  const isFile =
    typeof value === 'string' && /\.[cm]?[jt]sx?$/.test(value) && !/^(?:\/|[a-z][\w+.-]*:)/i.test(value);
  if (isFile) return;
  problems.add(
    place,
    `must be a file next to the config such as "./admin/extensions.tsx", not ${showValue(value)}`,
  );
};

/** It becomes part of a policy, so it is nothing but an origin. */
const originLike =
  (example: string): Check =>
  (value, place, problems) => {
    if (typeof value === 'string' && isOrigin(value) && !value.includes('*')) return;
    const url = typeof value === 'string' ? parsedUrl(value) : null;
    const isHost = url !== null && /^https?:$/.test(url.protocol) && !url.host.includes('*');
    const own = isHost ? url.origin : null;
    problems.add(place, `must be an origin, such as ${example}, not ${showValue(value)}`, own);
  };

const branding = objectOf({
  options: {
    name: words,
    logo: image,
    logoDark: image,
    accentColor,
    css: assetOf(['.css']),
    widgets,
    extensions,
    imageOrigins: distinct(listOf(originLike('https://cdn.example.com'))),
    previewOrigins: distinct(listOf(originLike('https://www.example.com'))),
    overview,
  },
});

/** `admin: false` turns the dashboard off. */
export const admin: Check = (value, place, problems) => {
  if (value === false) return;
  if (isPlainObject(value)) branding(value, place, problems);
  else problems.add(place, `must be false or an object, not ${showValue(value)}`);
};

/**
 * The names that fields may give as their `admin.widget`; null if they are not known. Those of an extension
 * are known when it is bundled.
 */
export function widgetNames(config: Readonly<Record<string, unknown>>): readonly string[] | null {
  const { admin: given } = config;
  if (!isPlainObject(given)) return given === undefined ? [] : null;
  const { widgets: named = {}, extensions: extended } = given;
  if (extended !== undefined) return null;
  return isPlainObject(named) ? Object.keys(named) : null;
}
