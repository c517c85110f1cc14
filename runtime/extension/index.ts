/** The entry point `svc/admin`: what extends the dashboard of a project. It runs in the browser. */
import type {
  AdminClient,
  AdminExtension,
  AdminLanguage,
  AdminUser,
  DocumentForm,
  DocumentName,
} from './extension-types.js';
import { hooks } from './shell.js';

export type { AdminIcon } from '../config/icon-name.js';
export type { TranslatedText } from '../config/translated-text.js';
export type * from './extension-types.js';

/**
 * Describes what a project adds to its dashboard. It is the default export of the file that
 * `admin.extensions` names.
 *
 * @example
 * export default defineAdmin({ pages: [{ path: 'figures', title: 'Figures', component: Figures }] });
 */
export function defineAdmin(extension: AdminExtension): AdminExtension {
  return extension;
}

/**
 * The form around a widget: its values, what is stored, and a function that changes a field. It works in
 * widgets of fields only.
 *
 * @example const { value, set } = useDocument<'posts'>();
 */
export function useDocument<Name extends DocumentName = DocumentName>(): DocumentForm<Name> {
  // The name is a promise of the caller: a widget knows in which collections the config uses it.
  return hooks().useDocument() as unknown as DocumentForm<Name>;
}

/** The generated client, with the session of the user. */
export function useClient(): AdminClient {
  return hooks().useClient();
}

/** The signed-in user; null in services without accounts. */
export function useUser(): AdminUser | null {
  return hooks().useUser();
}

/**
 * Opens another screen, by its address below `/admin`; asks first if something is not saved.
 *
 * @example const navigate = useNavigate(); navigate('/collections/posts');
 */
export function useNavigate(): (to: string) => void {
  return hooks().useNavigate();
}

/** The language in which the dashboard is shown. */
export function useLanguage(): AdminLanguage {
  return hooks().useLanguage();
}
