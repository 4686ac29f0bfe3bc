import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/http/api-error.ts'

const maxRetries = 3

/** Refusals are final; what did not arrive is sent again. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < maxRetries && !(error instanceof ApiError && error.status < 500)

/** Cache of answers. The event stream tells what is out of date, so that they are fresh for long. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 30 * 60_000,
      retry: shouldRetry,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
