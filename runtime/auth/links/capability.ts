import { type Capability, hasAuthentication } from '../../storage/capability.js';
import { linkTables } from './create-link-tokens.js';

/** Tokens of links in emails. */
export const linkTokens: Capability = {
  name: 'link tokens',
  isUsedBy: hasAuthentication,
  tables: linkTables,
};
