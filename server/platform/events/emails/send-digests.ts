import { isVisibleTo } from '#platform/events/hooks/hook-filter.ts'
import type { Platform } from '#platform/events/platform.ts'
import { ownerName } from '#platform/identity/accounts/owner-name.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { EmailHook } from '#platform/model/events/email-hook.ts'
import type { EmailHookId } from '#platform/model/ids.ts'
import { type EventVisibility, eventVisibilities } from '#protocol/events.ts'
import { type Recipient, recipientsOf } from './recipients.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'times' | 'mailWorker'>

/** Events are collected so long, because they come in groups. */
const collectFor = 20_000
/** Between two mails of a hook: what happens meanwhile is in the next one. */
const pause = 300_000
/** Lines in a mail; of the others it has the number. */
const maxLines = 50

/** Mails what is due of each e-mail hook; returns the milliseconds until more is. */
export async function sendDigests(
  platform: Context,
  onError: (error: unknown) => void = rethrow,
): Promise<number | undefined> {
  const waiting = await platform.store.emailHookLines.listHooks()
  const all = waiting.map(({ hookId, since, sentAt }) => {
    const dueAt = Math.max(since + collectFor, (sentAt ?? Number.NEGATIVE_INFINITY) + pause)
    return { hookId, left: platform.times.until(hookId, dueAt, pause) }
  })
  for (const { hookId, left } of all) {
    if (left === 0) await sendDigest(platform, hookId).catch(onError)
  }
  const later = all.filter(({ left }) => left > 0).map(({ left }) => left)
  return later.length === 0 ? undefined : Math.min(...later)
}

const rethrow = (error: unknown) => {
  throw error
}

/** The mails are queued and the lines removed in one transaction. */
async function sendDigest(platform: Context, hookId: EmailHookId): Promise<void> {
  await platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    const hook = await store.emailHooks.find(hookId)
    // Removed since it was listed, and its lines with it.
    if (!hook) return
    const organisation = await ownerName(store, hook.ownerId)
    for (const recipient of await recipientsOf(store, hook)) {
      const visible = await visibleTo(inside, hook, recipient)
      const { lines, count } = await store.emailHookLines.listOf(hookId, visible, maxLines)
      if (count === 0) continue
      await post(inside, 'events', recipient.address, {
        hook: hook.name || hook.id,
        id: hook.id,
        ownerId: hook.ownerId,
        organisation,
        lines: lines.map(({ line }) => line).join('\n'),
        more: String(count - lines.length),
      })
    }
    await store.emailHookLines.settle(hookId, platform.clock())
  })
}

/** What the recipient may see: the rest neither counts for them nor takes the place of what they may. */
async function visibleTo(
  { store }: Context,
  { ownerId }: EmailHook,
  { user }: Recipient,
): Promise<EventVisibility[]> {
  const visible: EventVisibility[] = []
  for (const visibility of eventVisibilities) {
    if (await isVisibleTo(store, user.id, { ownerId, visibility })) visible.push(visibility)
  }
  return visible
}
