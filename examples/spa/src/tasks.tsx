import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { Picture as PictureDocument } from '../generated/sdk/index.js';
import { messageOf, mutations, queries } from './client';

/** The tasks of the user, newest first, a page at a time by cursor. */
export function Tasks({ email }: { readonly email: string }) {
  const tasks = useInfiniteQuery(
    queries.tasks.infinite({ limit: 10, depth: 1, select: ['title', 'done', 'picture'] }),
  );
  const change = useMutation(mutations.tasks.update());
  const logout = useMutation(mutations.auth.logout());
  return (
    <>
      <h1>Tasks of {email}</h1>
      <button type="button" onClick={() => logout.mutate()}>
        Log out
      </button>
      <NewTask />
      {tasks.isError && <p role="alert">{messageOf(tasks.error)}</p>}
      <ul>
        {tasks.data?.pages
          .flatMap((page) => page.docs)
          .map(({ id, title, done, picture }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={done}
                  onChange={() => change.mutate({ id, data: { done: !done } })}
                />
                {title}
              </label>
              {picture && <Picture {...picture} />}
            </li>
          ))}
      </ul>
      {tasks.hasNextPage && (
        <button type="button" onClick={() => tasks.fetchNextPage()}>
          Older tasks
        </button>
      )}
    </>
  );
}

/** Its address works from the beginning: the service makes the size when it is first asked for it. */
function Picture({ sizes: { small } }: { readonly sizes: PictureDocument['sizes'] }) {
  return <img src={small.url} width={small.width} height={small.height} alt="" />;
}

function NewTask() {
  const upload = useMutation(mutations.pictures.create());
  const create = useMutation(mutations.tasks.create());
  const add = async (form: FormData) => {
    upload.reset();
    const file = form.get('picture');
    const picture =
      file instanceof File && file.size > 0 ? await upload.mutateAsync({ data: {}, file }) : null;
    create.mutate({ title: String(form.get('title')), picture: picture?.id ?? null });
  };
  const error = upload.error ?? create.error;
  return (
    // What goes wrong is in `error`.
    <form action={(form) => add(form).catch(() => undefined)}>
      <label>
        New task <input name="title" />
      </label>
      <label>
        Picture <input name="picture" type="file" accept="image/*" />
      </label>
      <button type="submit">Add</button>
      {error && <p role="alert">{messageOf(error)}</p>}
    </form>
  );
}
