import type { Entry, Photo, User } from './generated/sdk/index.js';

export interface GuestBook {
  /** Null: the visitor is not logged in. */
  readonly user: Pick<User, 'email' | 'name'> | null;
  readonly entries: readonly ShownEntry[];
  /** What went wrong; empty: nothing. */
  readonly message: string;
}

export interface ShownEntry extends Pick<Entry, 'text' | 'signature'> {
  readonly photo: Pick<Photo, 'alt' | 'sizes'> | null;
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
<ul>${entries.map(shown).join('')}</ul>
</html>`;
}

function shown({ text, signature, photo }: ShownEntry): string {
  return `<li>${escapeHtml(text)} — ${escapeHtml(signature ?? '')}${photo === null ? '' : picture(photo)}</li>`;
}

/** The address of a size works from the beginning, also before the size is made. */
function picture({ alt, sizes: { small } }: Pick<Photo, 'alt' | 'sizes'>): string {
  return `<br><img src="${escapeHtml(small.url)}" width="${small.width}" height="${small.height}" alt="${escapeHtml(alt)}">`;
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
<form method="post" action="/entries" enctype="multipart/form-data">
  <label>Your entry <textarea name="text" required></textarea></label>
  <label>A photo <input name="photo" type="file" accept="image/*"></label>
  <label>What it shows <input name="alt"></label>
  <button>Write</button>
</form>`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
