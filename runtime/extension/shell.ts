import type { AdminClient, AdminLanguage, AdminUser, DocumentForm, DocumentName } from './extension-types.js';

/** The hooks that the dashboard implements. */
export interface ExtensionHooks {
  useDocument(): DocumentForm<DocumentName>;
  useClient(): AdminClient;
  useUser(): AdminUser | null;
  useNavigate(): (to: string) => void;
  useLanguage(): AdminLanguage;
}

/** What the dashboard gives to the module of an extension, which is built apart from it. */
export interface ExtensionShell {
  readonly hooks: ExtensionHooks;
  /** Its React, by the names under which it is imported. Hooks need one React on a page. */
  readonly modules: Readonly<Record<string, object>>;
}

/** The property of `globalThis` that holds the {@link ExtensionShell}. */
export const shellKey: symbol = Symbol.for('svc.admin');

/** The hooks of the dashboard around the component that calls. */
export function hooks(): ExtensionHooks {
  const shell = (globalThis as { readonly [key: symbol]: ExtensionShell | undefined })[shellKey];
  if (shell === undefined) throw new Error('The hooks of svc/admin work in the dashboard only.');
  return shell.hooks;
}
