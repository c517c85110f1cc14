/**
 * What `svc generate` knows about a project: the types of its users, roles and documents. It is empty here;
 * `svc-env.d.ts`, which `svc generate` writes next to the config, adds to it by `declare module 'svc'`. Until
 * then, types that depend on it accept every user, role and document.
 */
// biome-ignore lint/suspicious/noEmptyInterface: generated code adds to it.
export interface Register {}

/** What the project registered under a name; `Fallback` if it has registered nothing. */
export type Registered<Key extends string, Fallback> = Key extends keyof Register ? Register[Key] : Fallback;
