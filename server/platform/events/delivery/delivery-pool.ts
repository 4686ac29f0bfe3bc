import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import type { OwnerId } from '#platform/model/ids.ts'

/**
 * Calls at once in all, to targets that fail, per owner, and per quota account: those that hang never take the
 * places of the others. Beyond `shared` an account gets its first place only, so that slow ones of a few do not take all.
 */
const limits = { all: 64, shared: 32, failing: 32, owner: 4, account: 8 }
/** Deliveries to one target in a row, before others get its place. */
const maxInRow = 10

/** A webhook or drain for which something is due. */
export interface DueTarget<Id extends string> {
  id: Id
  ownerId: OwnerId
  /** Quota account of its owner. */
  accountId: OwnerId
  isFailing: boolean
}

/** Delivers to several targets at once, to each in order and one at a time. */
export interface DeliveryPool {
  /** Starts what is due and has a place. */
  start(): Promise<void>
  /** Waits for the calls in flight. */
  drain(): Promise<void>
}

export interface DeliveryPoolOptions<Id extends string> {
  /** Those that waited longest first; all of them, because those of one owner must not hide the others. */
  listDue(): Promise<readonly DueTarget<Id>[]>
  /** Makes the next delivery; `false` releases the slot: nothing was due, or it failed. */
  deliverNext(id: Id): Promise<boolean>
  signal: AbortSignal
  /** Called when a place is free again. */
  onFree(): void
  onBug(error: unknown): void
}

export function createDeliveryPool<Id extends string>(
  options: DeliveryPoolOptions<Id>,
): DeliveryPool {
  const { listDue, deliverNext, signal, onFree, onBug } = options
  const slots = createKeyedSlots()
  const running = new Map<Id, Promise<void>>()

  const run = async (id: Id) => {
    for (let count = 0; count < maxInRow && !signal.aborted; count += 1) {
      // After a failure others come first: this one may have cost its whole timeout.
      if (!(await deliverNext(id))) return
    }
  }

  const begin = ({ id, ownerId, accountId, isFailing }: DueTarget<Id>) => {
    using taken = new DisposableStack()
    const maxOfAccount = running.size < limits.shared ? limits.account : 1
    const places = [
      slots.take('all', limits.all),
      ...(isFailing ? [slots.take('failing', limits.failing)] : []),
      slots.take(`owner ${ownerId}`, limits.owner),
      slots.take(`account ${accountId}`, maxOfAccount),
    ]
    for (const place of places) if (place) taken.use(place)
    if (places.includes(undefined)) return
    const held = taken.move()
    const delivering = run(id)
      .catch(onBug)
      .finally(() => {
        held.dispose()
        running.delete(id)
        if (!signal.aborted) onFree()
      })
    running.set(id, delivering)
  }

  return {
    async start() {
      for (const target of await listDue()) if (!running.has(target.id)) begin(target)
    },
    drain: async () => void (await Promise.all(running.values())),
  }
}
