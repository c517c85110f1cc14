export { openSeeds, type SeedState, type Seeds } from './open-seeds.js';
