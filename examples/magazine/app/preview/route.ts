import { draftMode } from 'next/headers';
import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { cms } from '../../lib/cms';

export async function GET(request: NextRequest) {
  const slug = request.nextUrl.searchParams.get('slug') ?? '';
  const { data: post } = await cms().safe.posts.findByKey({ slug }, { draft: true });
  if (!post) return new Response('No such draft, or no login.', { status: 404 });
  (await draftMode()).enable();
  redirect(`/posts/${encodeURIComponent(slug)}`);
}
