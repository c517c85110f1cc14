import { cookies } from 'next/headers';
import { cache } from 'react';
import { createServerClient } from '../generated/sdk/server.js';

export const baseUrl = process.env['CMS_URL'] ?? 'http://localhost:3000';

/** One client for all components of a request. */
export const cms = cache(() => createServerClient({ baseUrl, cookies: cookies() }));
