/** Loads the module of an extension. Dashboards without one do not load this file. */
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import type { AdminBranding } from '../../../../runtime/codegen/admin-meta.js';
import type { AdminClient, AdminExtension } from '../../../../runtime/extension/extension-types.js';
import { type ExtensionShell, shellKey } from '../../../../runtime/extension/shell.js';
import type { Fetch } from '../../../../templates/sdk/platform.js';
import { mount } from '../../browser/mount.js';
import { extensionHooks } from './hooks.js';
import type { LoadedExtension } from './store.js';

interface ExtensionModule {
  readonly extension?: unknown;
  createClient(options: { readonly baseUrl: string; readonly fetch: Fetch }): AdminClient;
}

type Addresses = NonNullable<AdminBranding['extension']>;

const shell: ExtensionShell = {
  hooks: extensionHooks,
  // An extension has the React of the dashboard: with another one its hooks would fail.
  modules: {
    react,
    'react/jsx-runtime': jsxRuntime,
    'react-dom': reactDom,
    'react-dom/client': reactDomClient,
  },
};

/** Loads the module and its style sheet, and makes the client with the session of the dashboard. */
export async function loadModule(addresses: Addresses, fetch: Fetch): Promise<LoadedExtension> {
  Object.assign(globalThis, { [shellKey]: shell });
  const address = (path: string): string => {
    const url = new URL(path, document.baseURI);
    // The Content-Security-Policy forbids it too; this gives a clear message.
    if (url.origin !== location.origin) throw new Error(`${path} is not of this origin.`);
    return url.href;
  };
  if (addresses.css !== null) addStyles(address(addresses.css));
  const module = (await import(/* @vite-ignore */ address(addresses.module))) as ExtensionModule;
  const { extension } = module;
  if (typeof extension !== 'object' || extension === null) {
    throw new Error('Its default export is not made by defineAdmin().');
  }
  return {
    extension: extension as AdminExtension,
    client: module.createClient({ baseUrl: `${location.origin}${mount}`, fetch }),
  };
}

function addStyles(href: string): void {
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`) !== null) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}
