import type { ComponentType } from 'react';
import type { LoadingShape } from '../ui/states.js';
import { type Loadable, loadable } from './loadable.js';

/** Props of a screen: the variable parts of its address, decoded. */
export interface ScreenProps<P extends string = never> {
  readonly params: { readonly [K in P]: string };
}

type Screen = ComponentType<{ params: Readonly<Record<string, string>> }>;

/** A screen and its address. It is also loaded in advance, when a link to it is hovered or focused. */
export interface Route extends Loadable<Screen> {
  /** Below `/admin`: `/users/:id`. */
  readonly path: string;
  /** What is shown while the screen loads. */
  readonly shape: LoadingShape;
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/**
 * A screen whose code is loaded when it is first shown.
 *
 * @example
 * // screens/users/routes.ts, found by its name:
 * export const routes: readonly Route[] = [
 *   route('/users', async () => (await import('./users-screen.js')).UsersScreen, 'list'),
 *   route('/users/:id', async () => (await import('./user-screen.js')).UserScreen),
 * ];
 */
export function route<const Path extends string>(
  path: Path,
  load: () => Promise<ComponentType<ScreenProps<ParamsOf<Path>>>>,
  shape: LoadingShape = 'plain',
): Route {
  // The router passes exactly the parts that the path names.
  return { path, shape, ...loadable(async () => (await load()) as unknown as Screen) };
}

/** A route and the variable parts of an address, decoded. */
export interface Match<Own> {
  readonly route: Own;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the route that matches a path; a literal part wins over a parameter. */
export function matchRoute(routes: readonly Route[], path: string): Match<Route> | null {
  return matchPath(routes, path);
}

/** The same of anything that has a path. */
export function matchPath<Own extends { readonly path: string }>(
  routes: readonly Own[],
  path: string,
): Match<Own> | null {
  const parts = partsOf(path);
  const matches = routes.flatMap((each) => {
    const params = paramsOf(partsOf(each.path), parts);
    return params ? [{ route: each, params }] : [];
  });
  return matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null;
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const isOpen = pattern.at(-1) === '*';
  if (isOpen ? parts.length < pattern.length : pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const wanted = pattern[index] ?? '';
    // The rest of the address, of which the screen makes what it wants.
    if (isOpen && index >= pattern.length - 1) break;
    const value = decoded(part);
    if (value === null) return null;
    if (wanted.startsWith(':')) params[wanted.slice(1)] = value;
    else if (wanted !== value) return null;
  }
  return params;
}

/** Returns null for invalid percent-encoding: no such screen exists. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
