export { type RebuiltIndex, rebuildSearch } from './rebuild-search.js';
