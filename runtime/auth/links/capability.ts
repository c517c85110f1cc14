import { type Capability, hasAuthentication } from '../../storage/capability.js';
import type { AuthServices } from '../auth-services.js';
import { linkTables } from './create-link-tokens.js';

/** Tokens of links in emails. */
export const linkTokens: Capability<Pick<AuthServices, 'links' | 'driver'>> = {
  name: 'link tokens',
  isUsedBy: hasAuthentication,
  tables: linkTables,
  purge: ({ links, driver }) => links.purge(driver),
};
