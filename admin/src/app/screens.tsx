import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { EmptyState, LoadingScreen } from '../ui/states.js';
import { ErrorBoundary } from './error-boundary.js';
import { useLoaded } from './loadable.js';
import { beginNavigation } from './navigation.js';
import { NotFoundScreen } from './not-found-screen.js';
import { Page } from './page.js';
import { type Match, matchRoute, type Route } from './route.js';
import { routes } from './routes.js';
import { appTexts } from './texts.js';

/** Renders the screen of the current address. */
export function Screens(): ReactNode {
  const [path] = useLocation();
  useNavigations(path);
  const match = matchRoute(routes, path);
  if (match === null) return <NotFoundScreen />;
  return (
    <ErrorBoundary key={path} fallback={(error, retry) => <FailedScreen error={error} onRetry={retry} />}>
      <MatchedScreen match={match} />
    </ErrorBoundary>
  );
}

/** Loads a screen and shows it. */
function MatchedScreen({ match: { route, params } }: { readonly match: Match<Route> }): ReactNode {
  const Screen = useLoaded(route);
  const loading = <LoadingScreen shape={route.shape} />;
  if (Screen === undefined) return loading;
  return (
    <Suspense fallback={loading}>
      <Screen params={params} />
    </Suspense>
  );
}

/** Runs before the new screen is painted: the page scrolls to the top and the heading gets the focus. */
function useNavigations(path: string): void {
  const before = useRef(path);
  useLayoutEffect(() => {
    if (before.current === path) return;
    before.current = path;
    beginNavigation();
    window.scrollTo(0, 0);
  }, [path]);
}

interface FailedScreenProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function FailedScreen({ error, onRetry }: FailedScreenProps): ReactNode {
  const t = useTexts(appTexts);
  const title = isNotLoaded(error) ? t.screenNotLoaded : t.screenFailed;
  return (
    <Page title={title}>
      <EmptyState
        icon="alert"
        title={title}
        text={isNotLoaded(error) ? t.screenNotLoadedText : t.screenFailedText}
        actions={
          <>
            <Button icon="undo" onClick={onRetry}>
              {t.tryAgain}
            </Button>
            <Button icon="refresh" variant="primary" onClick={() => location.reload()}>
              {t.reload}
            </Button>
          </>
        }
      />
    </Page>
  );
}

/** Whether the code of a screen could not be loaded. Browsers tell it in words only. */
function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module/i.test(error.message);
}
