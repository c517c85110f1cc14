import type { Database } from '../database.js';
import { hostOf, type PostgresLocation, placeOf } from './location.js';

export function postgresDatabase(location: PostgresLocation): Database {
  const { url, pool } = location;
  return {
    file: null,
    get place() {
      return placeOf(url);
    },
    get host() {
      return hostOf(url);
    },
    isInMemory: false,
    isMissing: () => false,
    async connect({ maxConnections, ...options }) {
      const { createPostgresDriver } = await import('./postgres-driver.js');
      const size = maxConnections === undefined ? pool : { max: maxConnections };
      return createPostgresDriver({ url, pool: size, ...options });
    },
    async check(driver) {
      const { checkServer } = await import('./check-server.js');
      await checkServer(driver, placeOf(url));
    },
    async openIndexTrial(driver) {
      const { createPostgresTrial } = await import('./index-trial.js');
      return createPostgresTrial(driver);
    },
    replicas: {
      at: (replica) => postgresDatabase({ ...location, url: replica }),
      async open(options) {
        const { openReplicas } = await import('./open-replicas.js');
        return openReplicas(location, options);
      },
    },
    async loadServerChecks() {
      const { serverChecks } = await import('./server-checks.js');
      return serverChecks;
    },
  };
}
