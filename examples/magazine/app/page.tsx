import Link from 'next/link';
import { cms } from '../lib/cms';

export default async function Page() {
  const { docs } = await cms().posts.find({ select: ['title', 'slug'], limit: 20, draft: false });
  return (
    <ul>
      {docs.map(({ id, title, slug }) => (
        <li key={id}>
          <Link href={`/posts/${slug}`}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}
