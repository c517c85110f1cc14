import { useContext, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { AdminUser } from '../../../../runtime/extension/extension-types.js';
import type { ExtensionHooks } from '../../../../runtime/extension/shell.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { useLanguage } from '../../i18n/language.js';
import { DocumentFormContext } from './document-form.js';
import { useExtensionState } from './store.js';

/** The hooks of `svc/admin`. */
export const extensionHooks: ExtensionHooks = {
  useDocument() {
    const form = useContext(DocumentFormContext);
    if (form === null) throw new Error('useDocument works in the widget of a field only.');
    return form;
  },
  useClient() {
    const state = useExtensionState();
    if (state.is !== 'ready') throw new Error('The extension is not loaded.');
    return state.client;
  },
  useUser: useExtensionUser,
  useNavigate() {
    const [, navigate] = useLocation();
    return useMemo(
      () => (to: string) => {
        if (!/^\/(?!\/)/.test(to)) throw new Error(`${to} is no address below /admin: it begins with one /.`);
        navigate(to);
      },
      [navigate],
    );
  },
  useLanguage: () => useLanguage().name,
};

/** The requester; null in services without accounts. */
export function useExtensionUser(): AdminUser | null {
  const user = useAuthMeta()?.user;
  return useMemo(() => {
    if (user === undefined) return null;
    const { id, email, name, role } = user;
    return { id, email, name, role };
  }, [user]);
}
