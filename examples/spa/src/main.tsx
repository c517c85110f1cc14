import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { cache, mutations, queries } from './client';
import { Login } from './login';
import { Tasks } from './tasks';

function Page() {
  const me = useQuery(queries.auth.me());
  const login = useMutation(mutations.auth.login());
  if (me.data?.user) return <Tasks email={me.data.user.email} />;
  // A login reads all queries again. The form stays where it is meanwhile.
  return me.isPending && login.isIdle ? null : <Login send={login.mutate} error={login.error} />;
}

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <QueryClientProvider client={cache}>
      <Page />
    </QueryClientProvider>,
  );
