/** What a person can do where migrations cannot go on. */
export interface WaysOut {
  /** The command that runs migrations: `svc migrate up`. */
  readonly command: string;
  /** The data does not allow a step. */
  readonly refused: string;
  /** Values that `svc dev` has kept of removed parts of the config would be dropped. */
  readonly kept: string;
  /** No migration leads to the tables. */
  readonly differs: string;
  /** Ends a sentence that tells how to bring the files back that have run; empty: there is no other way. */
  readonly otherwise: string;
  /** The tables cannot follow a change by themselves: a first migration has what the database has now. */
  readonly inTwoSteps: string;
}

/** For `svc migrate up` and for servers: the database may be one in production. */
export const waysOut: WaysOut = {
  command: 'svc migrate up',
  refused:
    'Correct the data, or the migration, and run it again; or correct the config, delete the files of ' +
    'the migration if it has not run in any database, and create it again with "svc migrate create".',
  kept: 'Migrations drop them. Run "svc migrate up --yes" to confirm.',
  differs:
    'Create a migration of the config that the database has ("svc migrate create"), or use an empty database.',
  otherwise: '',
  inTwoSteps:
    'change the config back, run "svc migrate create" and "svc migrate up", make the change again, and run both once more',
};

/** For `svc dev` and `svc migrate dev`, where the last migration can be created again. */
export const waysOutInDevelopment: WaysOut = {
  command: 'svc migrate dev',
  refused:
    'Correct the data; or correct the config (give a new required field a default, or make it optional) and run ' +
    '"svc migrate dev", which creates the migration again; or start with an empty database, another ' +
    'SVC_DATABASE_URL for instance.',
  kept:
    'Migrations drop them. Run "svc migrate dev --yes" to confirm; to keep them, put them back into the config and ' +
    'start "svc dev" first.',
  differs: 'Run "svc migrate dev --reset", which empties the database, or use another SVC_DATABASE_URL.',
  otherwise: '; or run "svc migrate dev", which asks whether it may empty the database',
  inTwoSteps:
    'change the config back, run "svc migrate dev", make the change again, and run "svc migrate dev --next"',
};
