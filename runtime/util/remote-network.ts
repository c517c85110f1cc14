/** The network in which the service looks for other servers on behalf of requesters. */
export interface RemoteNetwork {
  /** All addresses of a name. */
  resolve(name: string): Promise<readonly string[]>;
  /** Whether the service may connect to an address. */
  isOpen(address: string): boolean;
}
