import Link from 'next/link';
import type { ReactNode } from 'react';
import { cms } from '../lib/cms';
import { logOut } from './session';

export const metadata = { title: 'Magazine' };

export default async function Layout({ children }: { children: ReactNode }) {
  const { user } = await cms().auth.me();
  return (
    <html lang="en">
      <body>
        <header>
          <Link href="/">Magazine</Link>{' '}
          {user ? (
            <form action={logOut}>
              Hello {user.name ?? user.email} <button type="submit">Log out</button>
            </form>
          ) : (
            <Link href="/login">Log in</Link>
          )}
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
