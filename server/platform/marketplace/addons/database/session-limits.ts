import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Shells, and connections through tunnels, that are open at this server. */
const limits = { user: 48, account: 96 }
const slots = createKeyedSlots()

/** Takes a place for a session with a database, which is given back once it has ended. */
export async function takeSessionSlot(
  { store }: Pick<Platform, 'store'>,
  { ownerId }: Pick<Addon, 'ownerId'>,
  { userId }: Caller,
): Promise<DisposableStack> {
  const account = await quotaAccountOf(store, ownerId)
  using taken = new DisposableStack()
  for (const [key, max, sentence] of [
    [`user ${userId}`, limits.user, `You have ${limits.user}`],
    [`account ${account}`, limits.account, `The databases of this account have ${limits.account}`],
  ] as const) {
    const slot = slots.take(key, max)
    if (!slot)
      throw new Refusal(
        'limited',
        `${sentence} shells and connections through tunnels open already: end one first`,
      )
    taken.use(slot)
  }
  return taken.move()
}
