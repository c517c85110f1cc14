/** Id of the only document of a global. */
export const globalId = 'global';
