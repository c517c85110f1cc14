/** What `svc doctor` checks. */
export { examine } from './examine.js';
export { broken, fine } from './finding.js';
export { examineQueries } from './queries/examine-queries.js';
