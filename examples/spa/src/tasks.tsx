import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { messageOf, mutations, queries } from './client';

/** The tasks of the user, newest first, a page at a time by cursor. */
export function Tasks({ email }: { readonly email: string }) {
  const tasks = useInfiniteQuery(queries.tasks.infinite({ limit: 10, select: ['title', 'done'] }));
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
          .map(({ id, title, done }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={done}
                  onChange={() => change.mutate({ id, data: { done: !done } })}
                />
                {title}
              </label>
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

function NewTask() {
  const create = useMutation(mutations.tasks.create());
  return (
    <form action={(form) => create.mutate({ title: String(form.get('title')) })}>
      <label>
        New task <input name="title" />
      </label>
      <button type="submit">Add</button>
      {create.isError && <p role="alert">{messageOf(create.error)}</p>}
    </form>
  );
}
