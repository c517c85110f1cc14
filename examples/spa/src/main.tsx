import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { client, queries } from './client';
import { Login } from './login';
import { Tasks } from './tasks';

function Page() {
  const me = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => client.auth.me({ signal }) });
  if (me.isPending) return null;
  return me.data?.user ? <Tasks email={me.data.user.email} /> : <Login />;
}

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  );
