import type { EventId, ProgressEvent } from '#platform/model/events/event.ts'
import type { EventHub } from '#platform/model/events/event-hub.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { type DeploymentWatch, watchDeployments } from './deployment-progress.ts'

const maxBatch = 1000
/** Progress kept for a slow follower; of more, only the newest. */
const maxProgress = 100

interface Follower {
  ownerIds: ReadonlySet<OwnerId>
  isDirty: boolean
  progress: ProgressEvent[]
  wake: () => void
}

export function createEventHub(store: Store, onBug: (error: unknown) => void): EventHub {
  const followers = new Set<Follower>()
  let last: EventId | undefined
  let isLooking = false
  let isDue = false

  const notify = (ownerId?: OwnerId) => {
    for (const follower of followers) {
      if (ownerId !== undefined && !follower.ownerIds.has(ownerId)) continue
      follower.isDirty = true
      follower.wake()
    }
  }
  const lookOnce = async () => {
    if (last === undefined) {
      last = await store.events.lastId()
      notify()
      return
    }
    const added = await store.events.listAllAfter(last, maxBatch)
    last = added.at(-1)?.id ?? last
    for (const ownerId of new Set(added.map((event) => event.ownerId))) notify(ownerId)
    if (added.length === maxBatch) isDue = true
  }
  const look = async () => {
    isDue = true
    if (isLooking) return
    isLooking = true
    try {
      while (isDue && followers.size > 0) {
        isDue = false
        await lookOnce()
      }
    } catch (error) {
      // Followers look by themselves from time to time.
      if (followers.size > 0) onBug(error)
    } finally {
      isLooking = false
    }
  }
  const publish = (progress: ProgressEvent) => {
    for (const follower of followers) {
      if (!follower.ownerIds.has(progress.ownerId)) continue
      follower.progress = [...follower.progress.slice(1 - maxProgress), progress]
      follower.isDirty = true
      follower.wake()
    }
  }
  let stopWatching = () => {}
  let deployments: DeploymentWatch | undefined
  const add = (follower: Follower) => {
    if (followers.size === 0) {
      stopWatching = store.watch('events', () => void look())
      deployments = watchDeployments(store, publish, onBug)
    }
    followers.add(follower)
  }
  const remove = (follower: Follower) => {
    if (!followers.delete(follower) || followers.size > 0) return
    stopWatching()
    deployments?.stop()
    last = undefined
  }

  return {
    publish,
    subscribe(ownerIds) {
      const follower: Follower = {
        ownerIds: new Set(ownerIds),
        isDirty: true,
        progress: [],
        wake() {},
      }
      add(follower)
      return {
        setOwners(changed) {
          follower.ownerIds = new Set(changed)
        },
        takeProgress: () => follower.progress.splice(0),
        async next(timeout, signal) {
          await deployments?.started
          if (!follower.isDirty && !signal.aborted) await woken(follower, timeout, signal)
          follower.isDirty = false
        },
        [Symbol.dispose]: () => remove(follower),
      }
    },
  }
}

function woken(follower: Follower, timeout: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeout)
  const wake = () => resolve()
  follower.wake = wake
  signal.addEventListener('abort', wake, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', wake)
  })
}
