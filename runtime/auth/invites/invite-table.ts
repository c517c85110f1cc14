import type { Connection, SqlValue } from '../../storage/driver.js';
import { type InviteRow, inviteRow } from './invite.js';

const columns = 'id, email, role, name, invited_by, created_at, expires_at, accepted_at';

export async function findInvite(connection: Connection, id: string): Promise<InviteRow | null> {
  return read(connection, `SELECT ${columns} FROM _svc_invites WHERE id = ?`, [id]);
}

export async function findInviteByEmail(connection: Connection, email: string): Promise<InviteRow | null> {
  return read(connection, `SELECT ${columns} FROM _svc_invites WHERE email = ?`, [email]);
}

async function read(
  connection: Connection,
  sql: string,
  parameters: readonly SqlValue[],
): Promise<InviteRow | null> {
  const row = await connection.get(sql, parameters);
  return row ? inviteRow(row) : null;
}

/** Newest first. */
export async function pageOfInvites(
  connection: Connection,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly invites: readonly InviteRow[]; readonly total: number }> {
  const count = await connection.get('SELECT COUNT(*) AS total FROM _svc_invites', []);
  const rows = await connection.all(
    `SELECT ${columns} FROM _svc_invites ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    [limit, offset],
  );
  return { invites: rows.map(inviteRow), total: Number(count?.['total'] ?? 0) };
}

export async function insertInvite(connection: Connection, invite: InviteRow): Promise<void> {
  await connection.run(`INSERT INTO _svc_invites (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, [
    invite.id,
    invite.email,
    invite.role,
    invite.name,
    invite.invitedBy,
    invite.createdAt,
    invite.expiresAt,
    invite.acceptedAt,
  ]);
}

/** Writes the columns that may change: the end and the inviter when it is sent again, and its acceptance. */
export async function updateInvite(connection: Connection, invite: InviteRow): Promise<void> {
  await connection.run(
    'UPDATE _svc_invites SET invited_by = ?, expires_at = ?, accepted_at = ? WHERE id = ?',
    [invite.invitedBy, invite.expiresAt, invite.acceptedAt, invite.id],
  );
}

export async function deleteInvite(connection: Connection, id: string): Promise<void> {
  await connection.run('DELETE FROM _svc_invites WHERE id = ?', [id]);
}
