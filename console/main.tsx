import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'virtual:design-tokens.css'
import './styles/elements.css'
import './styles/layout.css'
import { connection } from './api/connection.ts'
import { queryClient } from './api/query-client.ts'
import { loginAddress } from './api/signed-out.ts'
import { startLiveUpdates } from './live/live-updates.ts'
import { router } from './router.tsx'
import { applyTheme } from './shell/theme.ts'

applyTheme()

/** Without a session nothing can be shown; with one that ends later the page stays. */
async function start(): Promise<void> {
  const root = document.getElementById('console')
  if (!root) return
  const isUnknown = await connection.session().then(
    () => false,
    (error: { status?: number }) => error.status === 401,
  )
  if (isUnknown) return location.replace(loginAddress())
  startLiveUpdates(queryClient)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

void start()
