import { type NextRequest, NextResponse } from 'next/server';
import { renewSession, type SetServerCookie } from './generated/sdk/server.js';

export async function proxy(request: NextRequest) {
  const changed: SetServerCookie[] = [];
  await renewSession({
    baseUrl: process.env['CMS_URL'] ?? 'http://localhost:3000',
    cookies: {
      getAll: () => request.cookies.getAll(),
      set: (name, value, options) => {
        request.cookies.set(name, value);
        changed.push({ name, value, options });
      },
    },
  });
  const response = NextResponse.next({ request });
  for (const { name, value, options } of changed) response.cookies.set(name, value, options);
  return response;
}

export const config = { matcher: ['/((?!_next/static|_next/image|favicon.ico).*)'] };
