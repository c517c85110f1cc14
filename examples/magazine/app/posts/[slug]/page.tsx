import { draftMode } from 'next/headers';
import { notFound } from 'next/navigation';
import { cms } from '../../../lib/cms';
import { comment } from '../../actions';
import { Cover } from './cover';

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const { isEnabled } = await draftMode();
  const { user } = await cms().auth.me();
  const post = await cms().posts.findByKey({ slug }, { draft: isEnabled && user !== null, depth: 1 });
  if (!post) notFound();
  return (
    <article>
      {isEnabled && user && <p>Preview: this may not be published yet.</p>}
      <h1>{post.title ?? 'Untitled'}</h1>
      {post.cover && <Cover image={post.cover} />}
      <p>{post.text}</p>
      <h2>Comments</h2>
      <ul>
        {post.comments.docs.map(({ id, name, text }) => (
          <li key={id}>
            {name}: {text}
          </li>
        ))}
      </ul>
      <form action={comment.bind(null, post.id)}>
        <label>
          Your name <input name="name" required />
        </label>
        <label>
          Your comment <textarea name="text" required />
        </label>
        <button type="submit">Send</button>
      </form>
    </article>
  );
}
