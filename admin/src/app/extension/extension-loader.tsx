import { useEffect } from 'react';
import { useApi } from '../../api/api-context.js';
import { useMeta } from '../../api/meta-context.js';
import { useTexts } from '../../i18n/language.js';
import { useNotifier } from '../../ui/toast.js';
import { setExtension } from './store.js';
import { extensionTexts } from './texts.js';

/** Loads the extension of the project, if it has one. A failure is said once, and costs nothing else. */
export function ExtensionLoader(): null {
  const t = useTexts(extensionTexts);
  const api = useApi();
  const { notify } = useNotifier();
  const { extension } = useMeta().branding;
  const module = extension?.module;
  const css = extension?.css ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language does not load it again.
  useEffect(() => {
    if (module === undefined) return;
    let isGone = false;
    setExtension({ is: 'loading' });
    const load = async (): Promise<void> => {
      const { loadModule } = await import('./host.js');
      const loaded = await loadModule({ module, css }, api.fetch);
      if (!isGone) setExtension({ is: 'ready', ...loaded });
    };
    load().catch((error: unknown) => {
      if (isGone) return;
      console.error('The extension of the dashboard could not be loaded.', error);
      setExtension({ is: 'failed', reason: error instanceof Error ? error.message : String(error) });
      notify({ kind: 'error', text: t.notLoaded });
    });
    return () => {
      isGone = true;
    };
  }, [module, css, api]);
  return null;
}
