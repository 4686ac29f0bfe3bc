import { randomBytes } from 'node:crypto'
import type { Size } from '#providers/cellar/gateway/buckets.ts'
import type { Gateway } from '#providers/cellar/gateway/gateway.ts'
import type { Plan } from '#providers/cellar/plans.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import type { BucketStates } from './bucket-states.ts'
import type { Measures } from './measures.ts'
import type { BucketState } from './policies.ts'

/** A resource with the keys that it has or gets. */
export interface KeyHolder extends Resource {
  keyId: string
  secret: string
}

export interface LimitsOptions {
  measures: Measures
  states: BucketStates
  planOf(resource: Pick<Resource, 'plan'>): Plan
  /** Writes to the log of an add-on. */
  say(resource: Resource, text: string): Promise<void>
}

/** Keeps add-ons within their plans. */
export interface Limits {
  /**
   * Brings the account of an add-on and its buckets to what they should be: suspended without access, held above the plan,
   * without further buckets at their number. As it was as long as nobody knows how much is stored; idempotent.
   * The list of buckets may be as old as `maxListAge`, in milliseconds: buckets that were made since stay as they are.
   */
  apply(gateway: Gateway, holder: KeyHolder, maxListAge?: number): Promise<void>
  forget(id: string): void
}

export function createLimits({ measures, states, planOf, say }: LimitsOptions): Limits {
  /** The account as it was given to the gateway last, by resource. */
  const given = new Map<string, string>()

  async function giveAccount(
    { accounts }: Gateway,
    { id, keyId, secret }: KeyHolder,
    { hasAccess, mayMakeBuckets }: { hasAccess: boolean; mayMakeBuckets: boolean },
  ): Promise<void> {
    const wanted = JSON.stringify([keyId, hasAccess ? secret : null, mayMakeBuckets])
    if (given.get(id) === wanted) return
    given.delete(id)
    // Nobody knows the other one.
    const usedSecret = hasAccess ? secret : randomBytes(30).toString('base64url')
    await accounts.put({ keyId, secret: usedSecret, mayMakeBuckets })
    given.set(id, wanted)
  }

  return {
    async apply(gateway, holder, maxListAge = 0) {
      const { id, suspended } = holder
      const plan = planOf(holder)
      const { buckets } = gateway
      const names = (await gateway.accounts.buckets(maxListAge)).get(holder.keyId) ?? []
      const sizes = suspended
        ? undefined
        : await measures.newest({ id, names, max: sizeOf(plan), buckets })
      const wasHeld = await states.isHeld(holder)
      const isHeld = sizes ? !isWithin(plan, sizes) : wasHeld
      const state: BucketState = suspended ? 'closed' : isHeld ? 'held' : 'open'
      const isDone = await states.apply(holder, names, state, buckets)
      await giveAccount(gateway, holder, {
        // Where a bucket takes no policy, nobody writes because the owner has no access at all.
        hasAccess: !suspended && (isDone || !isHeld),
        mayMakeBuckets: state === 'open' && names.length < plan.maxBuckets,
      })
      if (sizes && isHeld !== wasHeld)
        await say(holder, sentence(plan, sizes, isHeld)).catch(() => {})
    },
    forget(id) {
      given.delete(id)
      measures.forget(id)
    },
  }
}

/** What a plan allows. */
export const sizeOf = ({ maxBytes, maxObjects }: Plan): Size => ({
  bytes: maxBytes,
  objects: maxObjects,
})

export const isWithin = ({ maxBytes, maxObjects }: Plan, { bytes, objects }: Size): boolean =>
  bytes <= maxBytes && objects <= maxObjects

const sentence = (plan: Plan, { bytes, objects }: Size, isHeld: boolean): string =>
  isHeld
    ? `The buckets have ${bytes} bytes in ${objects} objects, and the plan ${plan.maxBytes} in ${plan.maxObjects}: objects can be read and deleted, not written.`
    : `The buckets are within the plan again (${bytes} bytes in ${objects} objects): objects can be written.`
