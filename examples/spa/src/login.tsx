import { useMutation } from '@tanstack/react-query';
import { client, messageOf, queries } from './client';

/** Logs in. Who is logged in is then read again. */
export function Login() {
  const login = useMutation({
    mutationFn: (form: FormData) =>
      client.auth.login({ email: String(form.get('email')), password: String(form.get('password')) }),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <form action={(form) => login.mutate(form)}>
      <h1>Log in</h1>
      <label>
        Email <input name="email" type="email" required />
      </label>
      <label>
        Password <input name="password" type="password" required />
      </label>
      <button type="submit" disabled={login.isPending}>
        Log in
      </button>
      {login.isError && <p role="alert">{messageOf(login.error)}</p>}
    </form>
  );
}
