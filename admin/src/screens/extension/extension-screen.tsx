import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useMeta } from '../../api/meta-context.js';
import { drawn, Piece } from '../../app/extension/piece.js';
import { useIsShown, useOwnText } from '../../app/extension/shown.js';
import { useExtensionState } from '../../app/extension/store.js';
import { extensionTexts } from '../../app/extension/texts.js';
import { NotFoundScreen } from '../../app/not-found-screen.js';
import { Page } from '../../app/page.js';
import { paths } from '../../app/paths.js';
import { matchPath } from '../../app/route.js';
import { useTexts } from '../../i18n/language.js';
import { EmptyState, LoadingScreen } from '../../ui/states.js';

/** A page of the project's extension, by its address. */
export function ExtensionScreen(): ReactNode {
  const t = useTexts(extensionTexts);
  const [path] = useLocation();
  const { branding } = useMeta();
  const state = useExtensionState();
  const isShown = useIsShown();
  const text = useOwnText();
  if (branding.extension === undefined) return <NotFoundScreen />;
  if (state.is === 'failed') {
    return (
      <Page title={t.failedTitle}>
        <EmptyState icon="alert" title={t.failedTitle} text={state.reason} />
      </Page>
    );
  }
  if (state.is !== 'ready') return <LoadingScreen />;
  const own = (state.extension.pages ?? []).filter(isShown);
  const match = matchPath(
    own.map((page) => ({ page, path: paths.own(page.path) })),
    path,
  );
  if (match === null) return <NotFoundScreen />;
  const { page } = match.route;
  const Own = drawn(page.component);
  const title = text(page.title);
  return (
    <Page title={title}>
      <Piece name={title}>
        <Own params={match.params} />
      </Piece>
    </Page>
  );
}
