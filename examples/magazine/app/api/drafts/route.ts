import { cms } from '../../../lib/cms';

export async function GET() {
  const { data, error } = await cms().safe.posts.find({ draft: true, where: { _pending: true } });
  return error ? Response.json({ code: error.code }, { status: error.status ?? 502 }) : Response.json(data);
}
