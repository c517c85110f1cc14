import type { Row } from '../../storage/driver.js';

export type InviteStatus = 'pending' | 'accepted' | 'expired';

/** An invitation as responses show it (docs/spec/auth.md#further-endpoints). Never the token. */
export interface Invite {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly status: InviteStatus;
  /** ISO 8601 UTC. */
  readonly expiresAt: string;
  /** Id of the user on whose rank it rests. */
  readonly invitedBy: string;
}

/** An invitation as it is stored. */
export interface InviteRow {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly name: string | null;
  readonly invitedBy: string;
  /** Milliseconds since 1970, as all times here. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly acceptedAt: number | null;
}

export function inviteRow(row: Row): InviteRow {
  return {
    id: String(row['id']),
    email: String(row['email']),
    role: String(row['role']),
    name: row['name'] === null ? null : String(row['name']),
    invitedBy: String(row['invited_by']),
    createdAt: Number(row['created_at']),
    expiresAt: Number(row['expires_at']),
    acceptedAt: row['accepted_at'] === null ? null : Number(row['accepted_at']),
  };
}

export function inviteStatus({ acceptedAt, expiresAt }: InviteRow, now: number): InviteStatus {
  if (acceptedAt !== null) return 'accepted';
  return expiresAt > now ? 'pending' : 'expired';
}

export function inviteView(invite: InviteRow, now: number): Invite {
  const { id, email, role, invitedBy, expiresAt } = invite;
  const status = inviteStatus(invite, now);
  return { id, email, role, status, expiresAt: new Date(expiresAt).toISOString(), invitedBy };
}
