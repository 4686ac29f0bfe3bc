import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { windowDrafts } from './draft-registry.ts'

const LeaveQuestion = lazy(async () => ({
  default: (await import('./leave-question.tsx')).LeaveQuestion,
}))

/** Asks before a page with a draft is left, whichever form has it; one for the window. */
export function LeaveGuard() {
  const blocker = useBlocker({
    // A filter or a tab in the query keeps the page.
    shouldBlockFn: ({ current, next }) =>
      !windowDrafts.isEmpty && current.pathname !== next.pathname,
    enableBeforeUnload: () => !windowDrafts.isEmpty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const leave = () => {
    // The page that comes may lead on, before the one that goes is gone.
    windowDrafts.clear()
    blocker.proceed()
  }
  return (
    <Suspense>
      <LeaveQuestion onStay={blocker.reset} onLeave={leave} />
    </Suspense>
  )
}
