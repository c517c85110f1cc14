import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { TaskUpdate } from '../generated/sdk/index.js';
import { client, messageOf, queries } from './client';

const reload = () => queries.invalidateQueries({ queryKey: ['tasks'] });

/** The tasks of the user, newest first, a page at a time by cursor. */
export function Tasks({ email }: { readonly email: string }) {
  const tasks = useInfiniteQuery({
    queryKey: ['tasks'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      client.tasks.find({ cursor: pageParam, limit: 10, select: ['title', 'done'] }, { signal }),
    getNextPageParam: (page) => page.nextCursor,
  });
  const change = useMutation({
    mutationFn: ({ id, data }: { readonly id: string; readonly data: TaskUpdate }) =>
      client.tasks.update(id, data),
    onSuccess: reload,
  });
  const logout = useMutation({
    mutationFn: () => client.auth.logout(),
    onSuccess: () => queries.resetQueries(),
  });
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
  const create = useMutation({
    mutationFn: (form: FormData) => client.tasks.create({ title: String(form.get('title')) }),
    onSuccess: reload,
  });
  return (
    <form action={(form) => create.mutate(form)}>
      <label>
        New task <input name="title" />
      </label>
      <button type="submit">Add</button>
      {create.isError && <p role="alert">{messageOf(create.error)}</p>}
    </form>
  );
}
