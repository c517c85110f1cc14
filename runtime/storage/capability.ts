import type { ContractDescriptor } from '../codegen/descriptors.js';
import type { Connection } from './driver.js';
import type { SystemTable } from './schema/system-tables.js';

/** A renamed collection or global: `posts`, `globals.site`. */
export interface SlugChange {
  readonly from: string;
  readonly to: string;
}

/** What of a capability is in the content database. */
export interface StoredCapability {
  /** Whether a service of this contract has it. */
  isUsedBy(contract: ContractDescriptor): boolean;
  /** Its tables in the content database. */
  readonly tables: readonly SystemTable[];
  /** Changes a slug in its tables, in the transaction of a migration. Called only if the tables exist. */
  readonly changeSlug?: (connection: Connection, change: SlugChange) => Promise<void>;
}

/**
 * What a part of the service that is neither a field type nor a database adds to others. Each is declared in
 * its own folder; `runtime/capabilities/index.ts` lists all.
 *
 * @typeParam Services - The services of authentication that `purge` needs.
 * @typeParam Open - Opens its part of a service.
 */
export interface Capability<Services = unknown, Open = never> extends StoredCapability {
  readonly name: string;
  /** Removes its expired rows. Called every hour in services with authentication. */
  readonly purge?: (services: Services) => Promise<unknown>;
  /** Loads what it adds to an open service: commands do not need it. */
  readonly load?: () => Promise<Open>;
}

/** Capabilities of services with authentication. */
export function hasAuthentication({ auth }: ContractDescriptor): boolean {
  return auth !== undefined;
}

/** The tables of the capabilities that a service of this contract has. */
export function tablesOf(
  capabilities: readonly StoredCapability[],
  contract: ContractDescriptor,
): readonly SystemTable[] {
  return capabilities.flatMap(({ isUsedBy, tables }) => (isUsedBy(contract) ? tables : []));
}
