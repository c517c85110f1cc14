import type { RefreshTokens } from '../tokens/tokens.js';
import { findSession, isAlive, sessionLimits } from './session-service.js';
import type { SessionRow, SessionStore } from './session-store.js';

/** The outcome of presenting a refresh token. */
export type RefreshOutcome =
  /** It was the newest; `refreshToken` takes its place. */
  | { readonly kind: 'rotated'; readonly session: SessionRow; readonly refreshToken: string }
  /** It was used less than 30 s ago; `refreshToken` is the one returned then. */
  | { readonly kind: 'repeated'; readonly session: SessionRow; readonly refreshToken: string }
  /** It was used long ago, so two clients hold tokens of this session; the session is revoked. */
  | { readonly kind: 'reused'; readonly session: SessionRow }
  /**
   * It has another form or a bad signature. Nothing was revoked, or strangers could end sessions by guessing.
   */
  | { readonly kind: 'invalid' }
  /** Its session has ended; `session` is there when it expired. */
  | { readonly kind: 'dead'; readonly session: SessionRow | null };

export interface RefreshRequest {
  readonly store: SessionStore;
  readonly tokens: RefreshTokens;
  /** As the client presents it. */
  readonly token: string;
  readonly now: number;
}

/**
 * Exchanges a refresh token for the next one (RFC 9700, section 4.14.2: rotation with detection of reuse).
 */
export async function refreshSession({ store, tokens, token, now }: RefreshRequest): Promise<RefreshOutcome> {
  const presented = tokens.read(token);
  if (presented === null) return { kind: 'invalid' };
  const session = await findSession(store, presented.sessionId, now);
  if (session === null) return { kind: 'dead', session: null };
  if (!tokens.isGenuine(token, session)) return { kind: 'invalid' };
  if (!isAlive(session, now)) return { kind: 'dead', session };

  if (presented.counter !== session.counter) {
    return repeatOrRevoke(session, presented.counter, { store, tokens, now });
  }
  if (await store.rotate(session.id, session.counter, now)) {
    const rotated = { ...session, counter: session.counter + 1, rotatedAt: now, lastSeenAt: now };
    return { kind: 'rotated', session: rotated, refreshToken: tokens.sign(rotated) };
  }
  // Another request was faster with the same token, or the session was revoked in between.
  const current = await findSession(store, session.id, now);
  if (current === null) return { kind: 'dead', session: null };
  return repeatOrRevoke(current, presented.counter, { store, tokens, now });
}

async function repeatOrRevoke(
  session: SessionRow,
  counter: number,
  { store, tokens, now }: Omit<RefreshRequest, 'token'>,
): Promise<RefreshOutcome> {
  const isFormer = counter === session.counter - 1;
  if (isFormer && now - session.rotatedAt <= sessionLimits.rotationGrace) {
    return { kind: 'repeated', session, refreshToken: tokens.sign(session) };
  }
  await store.revoke(session.id);
  return { kind: 'reused', session };
}
