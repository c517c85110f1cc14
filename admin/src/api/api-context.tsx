import { createContext, useContext } from 'react';
import type { Api } from './api.js';

const ApiContext = createContext<Api | null>(null);

export const ApiProvider = ApiContext.Provider;

/** Returns the API client. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('There is no ApiProvider around this component.');
  return api;
}
