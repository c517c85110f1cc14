import type { AdminPage } from '../../../../runtime/extension/extension-types.js';
import { useAuthMeta } from '../../api/meta-context.js';
import { useLanguage } from '../../i18n/language.js';

/** Whether the requester has one of the roles; everybody, where none are given. */
export function useIsShown(): (part: { readonly roles?: readonly string[] }) => boolean {
  const role = useAuthMeta()?.user.role;
  return ({ roles }) => roles === undefined || role === undefined || roles.includes(role);
}

/** Returns a function that returns a text in the language of the page; where it is missing in English. */
export function useOwnText(): (text: AdminPage['title']) => string {
  const { name } = useLanguage();
  return (text) => {
    if (typeof text === 'string') return text;
    return text[name] ?? text.en ?? Object.values(text).find((each) => each !== undefined) ?? '';
  };
}
