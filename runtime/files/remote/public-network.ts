import { lookup } from 'node:dns/promises';
import type { RemoteNetwork } from '../../util/remote-network.js';
import { isPublicAddress } from './public-address.js';

/** All names, and of their addresses those of the public internet. */
export const publicNetwork: RemoteNetwork = {
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  isOpen: isPublicAddress,
};
