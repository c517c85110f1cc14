import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ListenOptions {
  readonly port: number;
  readonly host: string | undefined;
}

/** The URL and port that a server listens on. */
export interface Listening {
  /** `http://localhost:3000` */
  readonly url: string;
  readonly port: number;
}

/** Listens; rejects with one readable line if the port or the host is not available. */
export function listen(server: Server, { port, host }: ListenOptions): Promise<Listening> {
  return new Promise((resolve, reject) => {
    function refused(error: NodeJS.ErrnoException): void {
      reject(new Error(listenFault(error, port, host), { cause: error }));
    }
    server.once('error', refused);
    server.listen({ port, host }, () => {
      server.off('error', refused);
      const address = server.address() as AddressInfo;
      resolve({ url: urlOf(address, host), port: address.port });
    });
  });
}

function urlOf(address: AddressInfo, host: string | undefined): string {
  const everywhere = host === undefined || host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}

function listenFault(error: NodeJS.ErrnoException, port: number, host: string | undefined): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: stop the program that uses it, or set PORT to another.`;
    case 'EACCES':
      return `Port ${port} needs privileges: set PORT to 1024 or above.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine.`;
    default:
      return `Cannot listen on ${host ?? 'all addresses'}, port ${port}: ${error.message}`;
  }
}
