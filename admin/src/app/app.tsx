import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { type ComponentType, type ReactNode, useEffect, useMemo } from 'react';
import { Router } from 'wouter';
import type { AdminBranding } from '../../../runtime/codegen/admin-meta.js';
import { isSvcError } from '../../../templates/sdk/errors.js';
import type { Api } from '../api/api.js';
import { ApiProvider, useApi } from '../api/api-context.js';
import { metaQuery } from '../api/queries.js';
import { mount } from '../browser/mount.js';
import { LanguageProvider, useLanguage, useTexts } from '../i18n/language.js';
import { FrameSkeleton } from '../ui/frame-skeleton.js';
import { ErrorState } from '../ui/states.js';
import { ToastProvider } from '../ui/toast.js';
import { useBranding } from './brand.js';
import { inOwnWords } from './built-in/own-words.js';
import { builtInTexts } from './built-in/texts.js';
import { currentPath } from './current-path.js';
import { ExtensionLoader } from './extension/extension-loader.js';
import { Layout } from './layout.js';
import { LeaveGuardProvider, useAskBeforeLeaving } from './leave-guard.js';
import { LocalizedMeta } from './localized-meta.js';
import { OwnPictureContext, type OwnPictureProps } from './own-picture.js';
import { serverPages } from './paths.js';
import { matchRoute } from './route.js';
import { routes } from './routes.js';
import { Screens } from './screens.js';
import { SessionDialog } from './session-dialog.js';
import { appTexts } from './texts.js';

/**
 * Retries are off: the SDK already retries calls where that helps, and more retries would only delay the
 * error.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 5000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

interface AppProps {
  readonly api: Api;
  readonly queries: QueryClient;
  readonly ownPicture: ComponentType<OwnPictureProps>;
}

export function App({ api, queries, ownPicture }: AppProps): ReactNode {
  return (
    <ApiProvider value={api}>
      <QueryClientProvider client={queries}>
        <LanguageProvider>
          <OwnPictureContext value={ownPicture}>
            <Start />
          </OwnPictureContext>
        </LanguageProvider>
      </QueryClientProvider>
    </ApiProvider>
  );
}

/** Shows the empty frame until the requester and their rights are known. */
function Start(): ReactNode {
  const api = useApi();
  const t = useTexts(appTexts);
  const { direction } = useLanguage();
  const meta = useQuery(metaQuery(api));
  const isNobody = isSvcError(meta.error) && meta.error.code === 'UNAUTHENTICATED';
  useEffect(() => {
    if (isNobody) location.replace(serverPages.login(location.pathname + location.search));
  }, [isNobody]);
  const userId = meta.data?.auth?.user.id;
  useEffect(() => {
    if (userId !== undefined) api.session.activate(userId);
  }, [api, userId]);
  const words = useTexts(builtInTexts);
  const worded = useMemo(() => meta.data && inOwnWords(meta.data, words), [meta.data, words]);
  if (worded === undefined) {
    if (meta.error === null || isNobody) {
      return <FrameSkeleton shape={matchRoute(routes, currentPath())?.route.shape ?? 'plain'} />;
    }
    return (
      <main className="start-problem">
        <ErrorState error={meta.error} title={t.startFailed} onRetry={() => void meta.refetch()} />
      </main>
    );
  }
  return (
    <Direction.Provider dir={direction}>
      <LocalizedMeta meta={worded}>
        <ToastProvider>
          <LeaveGuardProvider>
            <Routed branding={worded.branding} />
          </LeaveGuardProvider>
        </ToastProvider>
      </LocalizedMeta>
    </Direction.Provider>
  );
}

function Routed({ branding }: { readonly branding: AdminBranding }): ReactNode {
  const ask = useAskBeforeLeaving();
  useBranding(branding);
  return (
    <Router base={`${mount}/admin`} aroundNav={(navigate, to, options) => ask(() => navigate(to, options))}>
      <Layout>
        <Screens />
      </Layout>
      <SessionDialog />
      <ExtensionLoader />
    </Router>
  );
}
