import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { windowDrafts } from './draft-registry.ts'

/** A page that waits longer for an answer asks, as if nothing were under way. */
const maxWait = 5000

const LeaveQuestion = lazy(async () => ({
  default: (await import('./leave-question.tsx')).LeaveQuestion,
}))

/** Asks before a page with a draft is left, whichever form has it; one for the window. */
export function LeaveGuard() {
  const queryClient = useQueryClient()
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // A filter or a tab in the query keeps the page.
      if (windowDrafts.isEmpty || current.pathname === next.pathname) return false
      // A draft that is being saved is saved in a moment, and then nothing would be lost.
      await mutationsSettled(queryClient)
      return !windowDrafts.isEmpty
    },
    enableBeforeUnload: () => !windowDrafts.isEmpty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const leave = () => {
    // The page that comes may lead on, before the one that goes is gone.
    windowDrafts.discardAll()
    blocker.proceed()
  }
  return (
    <Suspense>
      <LeaveQuestion onStay={blocker.reset} onLeave={leave} />
    </Suspense>
  )
}

/** Waits until no call that changes something is under way. */
async function mutationsSettled(queryClient: QueryClient): Promise<void> {
  if (queryClient.isMutating() === 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxWait)
  const unsubscribe = queryClient.getMutationCache().subscribe(() => {
    if (queryClient.isMutating() === 0) resolve()
  })
  await promise
  clearTimeout(timer)
  unsubscribe()
}
