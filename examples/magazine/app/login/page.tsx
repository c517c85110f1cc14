'use client';
import { useActionState } from 'react';
import { logIn } from '../actions';

export default function Page() {
  const [message, action, isPending] = useActionState(logIn, null);
  return (
    <form action={action}>
      <h1>Log in</h1>
      <label>
        Email <input name="email" type="email" required />
      </label>
      <label>
        Password <input name="password" type="password" required />
      </label>
      <button type="submit" disabled={isPending}>
        Log in
      </button>
      {message !== null && <p id="message">{message}</p>}
    </form>
  );
}
