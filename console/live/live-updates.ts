import type { QueryClient } from '@tanstack/react-query'
import { followStream } from '#client/http/follow-stream.ts'
import type { EventRecord } from '#client/resources/events/events.ts'
import { connection } from '#console/api/connection.ts'
import { getSignedOut, listenToSignedOut } from '#console/api/signed-out.ts'
import { invalidatedKeys } from './invalidated-keys.ts'
import { expectSignOfLife, noteSignOfLife } from './live-status.ts'

const pause = 2_000
/** Events of one burst refresh their queries once. */
const gathering = 80

/** An event, or the progress of a deployment, which has no id and is not kept. */
export type LiveEvent = Omit<EventRecord, 'id'> & { id?: number }

type EventListener = (event: LiveEvent) => void
const listeners = new Set<EventListener>()

/** Hears every event of what the user may see; returns its end. */
export function onLiveEvent(listener: EventListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

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
    if (timer === undefined) timer = setTimeout(flush, gathering)
  }

  const follow = async (signal: AbortSignal) => {
    const stream = followStream(connection, {
      path: '/v4/berth/self/events',
      query: (isResumed) => ({ after: isResumed || lastId === '' ? undefined : lastId }),
      signal,
      onHeartbeat: noteSignOfLife,
    })
    for await (const { name, data, id } of stream) {
      noteSignOfLife()
      lastId = id ?? lastId
      // Progress of deployments is not kept, so that what is shown may be old after an interruption.
      if (name === 'EVENTS_LOST' || (name === 'READY' && hasBeenReady))
        void queryClient.invalidateQueries()
      if (name === 'READY') hasBeenReady = true
      if (name !== 'EVENT' && name !== 'PROGRESS') continue
      const event = JSON.parse(data) as LiveEvent
      invalidate(invalidatedKeys(event))
      for (const listener of listeners) listener(event)
    }
  }

  const run = async () => {
    for (;;) {
      if (getSignedOut()) await signedIn()
      expectSignOfLife()
      current = new AbortController()
      try {
        await follow(current.signal)
      } catch {
        if (!getSignedOut()) await sleep(pause)
      }
    }
  }

  const wake = () => {
    if (document.visibilityState === 'visible' && getLiveStale()) current.abort()
  }
  let seenAt = Date.now()
  const getLiveStale = () => {
    const isStale = Date.now() - seenAt > pause * 5
    seenAt = Date.now()
    return isStale
  }
  // A page that slept has timers that did not run: the connection is opened anew instead of waiting for its end.
  setInterval(() => {
    seenAt = Date.now()
  }, pause)
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
