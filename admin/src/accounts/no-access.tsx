import type { ReactNode } from 'react';
import { useAuthMeta } from '../api/meta-context.js';
import { Page } from '../app/page.js';
import { paths } from '../app/paths.js';
import { useRoleLabel } from '../app/use-role-label.js';
import { useTexts } from '../i18n/language.js';
import { ButtonLink } from '../ui/link.js';
import { EmptyState } from '../ui/states.js';
import { accountTexts } from './texts.js';

/** Shown instead of a screen that the requester's role may not open: why, and who can help. */
export function NoAccess({ title }: { readonly title: string }): ReactNode {
  const t = useTexts(accountTexts);
  const roleLabel = useRoleLabel();
  const role = useAuthMeta()?.user.role ?? '';
  return (
    <Page title={title}>
      <EmptyState
        icon="lock"
        title={t.noAccess}
        text={t.noAccessText(roleLabel(role))}
        actions={<ButtonLink to={paths.dashboard}>{t.toDashboard}</ButtonLink>}
      />
    </Page>
  );
}
