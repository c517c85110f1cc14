/** Limits of what is said of versions, for the service and the OpenAPI document. */
export const maxVersionLabel = 100;
export const maxComment = 2000;
