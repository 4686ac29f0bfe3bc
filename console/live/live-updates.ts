import type { QueryClient } from '@tanstack/react-query'
import { followStream } from '#client/http/follow-stream.ts'
import { connection } from '#console/api/connection.ts'
import { getSignedOut, listenToSignedOut } from '#console/api/signed-out.ts'
import { invalidatedKeys, type LiveEvent } from './invalidated-keys.ts'
import { expectHeartbeat, noteHeartbeat } from './live-status.ts'

const pause = 2_000
/** Events of one burst refresh their queries once. */
const batchDelay = 80

/**
 * The one event stream of the window. It resumes after the last event, at once when the machine wakes up or the network
 * returns, and marks queries as out of date by what happened.
 */
export function startLiveUpdates(queryClient: QueryClient): void {
  let lastId = ''
  let hasBeenReady = false
  let current = new AbortController()
  const waiting = new Map<string, readonly unknown[]>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    for (const queryKey of waiting.values()) void queryClient.invalidateQueries({ queryKey })
    waiting.clear()
  }
  const invalidate = (keys: readonly (readonly unknown[])[]) => {
    for (const key of keys) waiting.set(JSON.stringify(key), key)
    if (timer === undefined) timer = setTimeout(flush, batchDelay)
  }

  const follow = async (signal: AbortSignal) => {
    const stream = followStream(connection, {
      path: '/v4/berth/self/events',
      query: (isResumed) => ({ after: isResumed || lastId === '' ? undefined : lastId }),
      signal,
      onHeartbeat: noteHeartbeat,
    })
    for await (const { name, data, id } of stream) {
      noteHeartbeat()
      lastId = id ?? lastId
      // Progress of deployments is not stored, so the page may be out of date after an interruption.
      if (name === 'EVENTS_LOST' || (name === 'READY' && hasBeenReady))
        void queryClient.invalidateQueries()
      if (name === 'READY') hasBeenReady = true
      if (name !== 'EVENT' && name !== 'PROGRESS') continue
      invalidate(invalidatedKeys(JSON.parse(data) as LiveEvent))
    }
  }

  const run = async () => {
    for (;;) {
      if (getSignedOut()) await signedIn()
      expectHeartbeat()
      current = new AbortController()
      try {
        await follow(current.signal)
      } catch {
        if (!getSignedOut()) await sleep(pause)
      }
    }
  }

  // The timers of a page that slept did not run. Its connection is opened again instead of waiting until it times out.
  let seenAt = Date.now()
  setInterval(() => {
    seenAt = Date.now()
  }, pause)
  const wake = () => {
    const hasSlept = Date.now() - seenAt > pause * 5
    seenAt = Date.now()
    if (document.visibilityState === 'visible' && hasSlept) current.abort()
  }
  addEventListener('online', () => current.abort())
  document.addEventListener('visibilitychange', wake)
  void run()
}

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const signedIn = () =>
  new Promise<void>((resolve) => {
    const stop = listenToSignedOut(() => {
      if (getSignedOut()) return
      stop()
      resolve()
    })
  })
