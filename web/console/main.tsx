import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isPassing } from './api.ts';
import { router } from './router.tsx';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;

// The service may be away for a moment: a look is repeated until it is back, and the page says so meanwhile.
const client = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 1000,
      retry: (_, error) => isPassing(error),
      retryDelay: (attempt) => Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS),
    },
    mutations: { networkMode: 'always' },
  },
});

const place = document.getElementById('console');
if (place === null) throw new Error('the page has no place for the console');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
