import { mount } from '../browser/mount.js';

/** The path of the page below `/admin`. */
export function currentPath(): string {
  return location.pathname.slice(`${mount}/admin`.length);
}
