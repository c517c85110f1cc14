import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorText } from '../i18n/error-text.js';
import { useNotifier } from '../ui/toast.js';

interface ActionOptions<V, R> {
  readonly call: (value: V) => Promise<R>;
  /** Message after success. */
  readonly done: string | ((result: R, value: V) => string);
  /** Queries whose data may have changed; they are fetched again where they are shown. */
  readonly forget: readonly QueryKey[];
  /** Runs on success, before the message is shown. */
  readonly onDone?: (result: R, value: V) => void;
  /** Returns the message after an error; null for the usual one. */
  readonly failed?: (error: unknown) => string | null;
}

interface Action<V> {
  readonly run: (value: V) => void;
  readonly isBusy: boolean;
}

/**
 * The call of a button: shows a message after success and after an error.
 *
 * @example const unlock = useAction({ call: () => api.call('POST', `users/${id}/unlock`), done: t.unlocked, forget: [usersKey] });
 */
export function useAction<V = void, R = unknown>(options: ActionOptions<V, R>): Action<V> {
  const { call, done, forget } = options;
  const client = useQueryClient();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: async (result, value) => {
      options.onDone?.(result, value);
      notify({ kind: 'success', text: typeof done === 'string' ? done : done(result, value) });
      await Promise.all(forget.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) => notify({ kind: 'error', text: options.failed?.(error) ?? errorText(error) }),
  });
  return { run: (value) => mutate(value), isBusy: isPending };
}
