/** Claims of an access token that was verified: signature, type, issuer, audience, times. */
export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  /** HS256 with the configured secret, 15 minutes. */
  sign(claims: { readonly userId: string; readonly sessionId: string }): Promise<string>;
  /** Null for anything but a valid token. Remembers verified tokens, so that only the first look costs. */
  verify(token: string): AccessClaims | null | Promise<AccessClaims | null>;
  /**
   * Whether a token that `verify` refused is genuine, but names another issuer: that of an instance with
   * another base URL. For the message of the refusal alone; true only where the signature is good, so that it
   * cannot be triggered by a made-up token.
   */
  isOfOtherAddress(token: string): Promise<boolean>;
  readonly lifetimeSeconds: number;
}

export interface RefreshTokens {
  /** base64url(sid, counter, HMAC) with a key derived from the secret and the session's salt. */
  sign(session: { readonly id: string; readonly counter: number; readonly salt: string }): string;
  /** Reads session and counter without trusting them; null for what has another form. */
  read(token: string): { readonly sessionId: string; readonly counter: number } | null;
  /** Whether the signature is good under the present or a previous secret. */
  isGenuine(token: string, session: { readonly id: string; readonly salt: string }): boolean;
}
