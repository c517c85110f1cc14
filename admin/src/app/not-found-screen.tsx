import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { ButtonLink } from '../ui/link.js';
import { EmptyState } from '../ui/states.js';
import { Page } from './page.js';
import { paths } from './paths.js';
import { appTexts } from './texts.js';

/** Shown for an unknown address, or for something that the requester may not see. */
export function NotFoundScreen(): ReactNode {
  const t = useTexts(appTexts);
  return (
    <Page title={t.notFound}>
      <EmptyState
        icon="search"
        title={t.notFound}
        text={t.notFoundText}
        actions={
          <ButtonLink to={paths.dashboard} icon="home">
            {t.toDashboard}
          </ButtonLink>
        }
      />
    </Page>
  );
}
