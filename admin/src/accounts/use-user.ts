import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';
import { type User, userQuery } from './user.js';

/** Queries one user; for a null id no request is sent. */
export function useUser(id: string | null): UseQueryResult<User> {
  return useQuery({ ...userQuery(useApi(), id ?? ''), enabled: id !== null });
}
