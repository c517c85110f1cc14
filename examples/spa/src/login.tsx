import { messageOf } from './client';

export interface LoginProps {
  readonly send: (login: { readonly email: string; readonly password: string }) => void;
  /** Why the last login failed; null: it did not. */
  readonly error: unknown;
}

/** The form of a login. */
export function Login({ send, error }: LoginProps) {
  return (
    <form
      action={(form) => send({ email: String(form.get('email')), password: String(form.get('password')) })}
    >
      <h1>Log in</h1>
      <label>
        Email <input name="email" type="email" required />
      </label>
      <label>
        Password <input name="password" type="password" required />
      </label>
      <button type="submit">Log in</button>
      {error !== null && <p role="alert">{messageOf(error)}</p>}
    </form>
  );
}
