import { sleep } from '#kit/concurrency/timeout.ts'
import { ApiError } from './api-error.ts'
import type { Connection, Query } from './connection.ts'
import { parseEvents, type StreamEvent } from './event-stream.ts'
import { UnreachableError, unreachable } from './unreachable.ts'

export interface FollowOptions {
  path: string
  /** Query of each connection; may depend on whether it resumes an earlier one. */
  query(resumed: boolean): Query
  /** Ends the stream without an error. */
  signal?: AbortSignal
  /** Called on each heartbeat of the server. */
  onHeartbeat?: () => void
  /** Milliseconds without an event before the connection is closed. */
  silenceLimit?: number
}

const openWithin = 10_000
const attemptsInARow = 10

/**
 * Events of a stream until the server ends it; reconnects after the last event received. An error response is final,
 * and so are ten consecutive connections without an event.
 */
export async function* followStream(
  connection: Connection,
  following: FollowOptions,
): AsyncGenerator<StreamEvent, void, undefined> {
  const { signal = new AbortController().signal, onHeartbeat } = following
  let lastEventId: string | undefined
  let failures = 0

  while (!signal.aborted) {
    try {
      for await (const event of eventsOfOne(connection, following, lastEventId, signal)) {
        failures = 0
        lastEventId = event.id ?? lastEventId
        if (event.name === 'END_OF_STREAM') return
        if (event.name === 'HEARTBEAT') onHeartbeat?.()
        else yield event
      }
      throw new UnreachableError(connection.api, 'broken')
    } catch (error) {
      if (signal.aborted) return
      failures++
      if (isFinal(error) || failures >= attemptsInARow) throw error
    }
    await sleep(Math.min(125 * 2 ** failures, 5_000), signal).catch(() => {})
  }
}

/** Events of a single connection, which is closed after `silenceLimit` without an event. */
async function* eventsOfOne(
  connection: Connection,
  { path, query, silenceLimit = 5_000 }: FollowOptions,
  lastEventId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void, undefined> {
  const silence = new AbortController()
  let alarm = setTimeout(() => silence.abort(), openWithin)
  try {
    const response = await connection.stream({
      path,
      query: query(lastEventId !== undefined),
      headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.contentType.startsWith('text/event-stream')) {
      silence.abort()
      throw new UnreachableError(connection.api, 'not-the-api')
    }
    for await (const event of parseEvents(response.bytes)) {
      clearTimeout(alarm)
      yield event
      alarm = setTimeout(() => silence.abort(), silenceLimit)
    }
  } catch (error) {
    throw error instanceof ApiError ? error : unreachable(connection.api, error)
  } finally {
    clearTimeout(alarm)
  }
}

const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && error.status !== 408 && error.status !== 429
