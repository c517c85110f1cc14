import { useTexts } from '../i18n/language.js';
import { appTexts } from './texts.js';

/**
 * Returns the label of a role: translated for built-in roles, `Chief reviewer` for `chief_reviewer` of a
 * config.
 */
export function useRoleLabel(): (role: string) => string {
  const t = useTexts(appTexts);
  const labels = new Map([
    ['super_admin', t.roleSuperAdmin],
    ['admin', t.roleAdmin],
    ['editor', t.roleEditor],
    ['author', t.roleAuthor],
    ['customer', t.roleCustomer],
    ['guest', t.roleGuest],
  ]);
  return (role) => labels.get(role) ?? words(role);
}

function words(name: string): string {
  const spaced = name.replaceAll(/[_-]+/g, ' ').trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
