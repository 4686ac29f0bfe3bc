import { newId } from '#kit/text/ids.ts'
import { validateFilter, type WantedFilter } from '#platform/events/hooks/validate-hook.ts'
import type { Platform } from '#platform/events/platform.ts'
import type { EmailHook, EmailTarget } from '#platform/model/events/email-hook.ts'
import { isEmailHookId, isUserId, type OwnerId, type UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { recipientsOf } from './recipients.ts'

const maxHooks = 10
const maxTargets = 50

export interface WantedEmailHook extends WantedFilter {
  /** As sent: an address may be several, joined by commas, and a user without a target is who asks. */
  notified: readonly { type: EmailTarget['type']; target?: string | undefined }[]
}

export async function createEmailHook(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  ownerId: OwnerId,
  createdBy: UserId,
  wanted: WantedEmailHook,
): Promise<EmailHook> {
  const hook: EmailHook = {
    id: newId('emailhook'),
    ...(await validateFilter({ store }, ownerId, wanted)),
    notified: await validateTargets(store, ownerId, createdBy, wanted.notified),
    createdAt: clock(),
    createdBy,
  }
  await store.transaction(async (inside) => {
    const others = await inside.emailHooks.listOf(ownerId)
    if (others.length >= maxHooks) {
      const sentence = `There are ${maxHooks} e-mail notifications already. Remove one first.`
      throw new Refusal('conflict', sentence)
    }
    await inside.emailHooks.add(hook)
  })
  return hook
}

export async function changeEmailHook(
  { store }: Pick<Platform, 'store'>,
  hook: EmailHook,
  changedBy: UserId,
  wanted: WantedEmailHook,
): Promise<EmailHook> {
  const { name, scope, events } = await validateFilter({ store }, hook.ownerId, wanted)
  const notified = await validateTargets(store, hook.ownerId, changedBy, wanted.notified)
  const change = { name, scope, events, notified }
  await store.emailHooks.change(hook.id, change)
  return { ...hook, ...change }
}

/** An e-mail hook of the owner; one of another owner is reported as missing. */
export async function getEmailHook(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  id: string,
): Promise<EmailHook> {
  const hook = isEmailHookId(id) ? await store.emailHooks.find(id) : undefined
  if (hook?.ownerId === ownerId) return hook
  throw new Refusal('missing', `There is no e-mail notification ${id.slice(0, 100)}.`)
}

/** Without targets all members are notified. Each target must be a member, or a confirmed address of one. */
async function validateTargets(
  store: Store,
  ownerId: OwnerId,
  caller: UserId,
  wanted: WantedEmailHook['notified'],
): Promise<EmailTarget[]> {
  const targets = wanted.flatMap((target) => parseTarget(target, caller))
  if (targets.length > maxTargets) {
    throw new Refusal('invalid', `At most ${maxTargets} targets can be notified.`)
  }
  for (const target of targets) {
    const found = await recipientsOf(store, { ownerId, notified: [target] })
    if (found.length > 0 || target.type === 'organisation') continue
    throw new Refusal(
      'invalid',
      `${target.target.slice(0, 200)} is neither a member nor a confirmed address of one.`,
      { hint: 'Invite them, or have the member add the address to their account.' },
    )
  }
  return targets.length === 0 ? [{ type: 'organisation' }] : targets
}

function parseTarget(
  { type, target = '' }: WantedEmailHook['notified'][number],
  caller: UserId,
): EmailTarget[] {
  switch (type) {
    case 'organisation':
      return [{ type }]
    case 'userid':
      if (target === '') return [{ type, target: caller }]
      if (!isUserId(target)) throw new Refusal('invalid', 'A user is named by an id.')
      return [{ type, target }]
    case 'email':
      return target
        .split(',')
        .map((address) => address.trim())
        .filter(Boolean)
        .map((address) => ({ type, target: address }))
  }
}
