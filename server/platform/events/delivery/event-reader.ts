import { isDiskFull } from '#kit/files/disk-full.ts'
import type { Platform } from '#platform/events/platform.ts'
import type { EventId, PlatformEvent } from '#platform/model/events/event.ts'
import type { Store } from '#platform/model/store.ts'

const batch = 100
/** Rounds that fail with an event in front, before it is given up. */
const maxAttempts = 5

/** Events that could not be handled, with the number of attempts. */
export type EventAttempts = Map<EventId, number>

export interface EventReader {
  /** Of the cursor. */
  name: string
  /** Writes what follows from an event, inside the transaction that moves the cursor. */
  handle(store: Store, event: PlatformEvent): Promise<void>
}

/**
 * Hands new events to a reader. What it writes and the place that was read to are written in one transaction, so that
 * a crash neither loses nor repeats one.
 */
export async function readNewEvents(
  { store }: Pick<Platform, 'store'>,
  reader: EventReader,
  signal: AbortSignal,
  attempts: EventAttempts,
): Promise<void> {
  while (!signal.aborted) {
    // After a failure one at a time, because the others of its batch are good.
    const size = attempts.size > 0 ? 1 : batch
    const count = await readSome(store, reader, size).catch((error: unknown) =>
      skipFailing(store, reader, attempts, error),
    )
    if (count < size) return attempts.clear()
  }
}

function readSome(store: Store, { name, handle }: EventReader, size: number): Promise<number> {
  return store.transaction(async (inside) => {
    const position = await inside.eventCursors.position(name)
    const events = await inside.events.listAllAfter(position, size)
    for (const event of events) await handle(inside, event)
    const last = events.at(-1)
    if (last) await inside.eventCursors.move(name, last.id)
    return events.length
  })
}

/** One event that fails again and again must not stop all that come after it. */
async function skipFailing(
  store: Store,
  { name }: EventReader,
  attempts: EventAttempts,
  error: unknown,
): Promise<number> {
  const position = await store.eventCursors.position(name)
  const [first] = await store.events.listAllAfter(position, 1)
  if (!first || isDiskFull(error)) throw error
  const count = (attempts.get(first.id) ?? 0) + 1
  attempts.clear()
  if (count < maxAttempts) attempts.set(first.id, count)
  else await store.eventCursors.move(name, first.id)
  throw error
}
