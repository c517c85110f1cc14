import type { Entry, User } from './generated/sdk/index.js';

export interface GuestBook {
  /** Null: the visitor is not logged in. */
  readonly user: Pick<User, 'email' | 'name'> | null;
  readonly entries: readonly Pick<Entry, 'text' | 'signature'>[];
  /** What went wrong; empty: nothing. */
  readonly message: string;
}

/** The page of the guest book. */
export function guestBook({ user, entries, message }: GuestBook): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Guest book</title>
<h1>Guest book</h1>
${message === '' ? '' : `<p role="alert">${escapeHtml(message)}</p>`}
${user === null ? login : writing(user)}
<ul>${entries.map(({ text, signature }) => `<li>${escapeHtml(text)} — ${escapeHtml(signature ?? '')}</li>`).join('')}</ul>
</html>`;
}

const login = `<form method="post" action="/login">
  <label>Email <input name="email" type="email" required></label>
  <label>Password <input name="password" type="password" required></label>
  <button>Log in</button>
</form>`;

const writing = ({
  email,
  name,
}: Pick<User, 'email' | 'name'>): string => `<p>Hello ${escapeHtml(name ?? email)}</p>
<form method="post" action="/logout"><button>Log out</button></form>
<form method="post" action="/entries">
  <label>Your entry <textarea name="text" required></textarea></label>
  <button>Write</button>
</form>`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
