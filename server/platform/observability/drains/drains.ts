import { newId } from '#kit/text/ids.ts'
import { permitOwner } from '#platform/identity/access/permit.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { type AuthorId, isAddonId, isDrainId, type LogSourceId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Drain, DrainKind } from '#platform/model/observability/drain.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/observability/platform.ts'
import { sourceOf } from './sources/source-of.ts'
import { validateRecipient, type WantedRecipient } from './validate-recipient.ts'

/** Drains of one application or add-on. */
const maxDrains = 10

/** What has a log. */
export type LogOwner = Pick<Application | Addon, 'id' | 'ownerId'>

type Context = Pick<
  Platform,
  'store' | 'clock' | 'logs' | 'accessLogs' | 'drainSender' | 'drainWorker'
>

export interface WantedDrain {
  kind: DrainKind
  recipient: WantedRecipient
}

/** Adds a drain, which sends everything from now on. */
export async function createDrain(
  platform: Context,
  { id: resourceId, ownerId }: LogOwner,
  createdBy: AuthorId,
  { kind, recipient }: WantedDrain,
): Promise<Drain> {
  if (kind === 'ACCESSLOG' && isAddonId(resourceId)) {
    throw new Refusal('invalid', 'An add-on has no access log.')
  }
  const now = platform.clock()
  const [position = ''] = await sourceOf(platform, kind).newest([{ resourceId, ownerId }])
  const drain: Drain = {
    id: newId('drain'),
    ownerId,
    resourceId,
    kind,
    recipient: validateRecipient(platform, recipient),
    ...stateChange('ENABLED', createdBy, now),
    ...notTried,
    createdAt: now,
    position,
  }
  await platform.store.transaction(async (store) => {
    const others = await store.drains.listOf(resourceId)
    if (others.length >= maxDrains) {
      throw new Refusal('conflict', `There are ${maxDrains} drains already. Remove one first.`)
    }
    await store.drains.add(drain)
  })
  platform.drainWorker.wake()
  return drain
}

/** Refuses drains of the audit log to whoever may not read it: else they would see it at a recipient of theirs, or hide there what they did. */
export async function permitDrain(
  platform: Pick<Platform, 'store'>,
  caller: Caller,
  { kind, ownerId }: Pick<Drain, 'kind' | 'ownerId'>,
): Promise<void> {
  if (kind === 'AUDITLOG') await permitOwner(platform, caller, 'audit', ownerId)
}

/** A drain of the resource; one of another is reported as missing. */
export async function getDrain(
  { store }: Pick<Platform, 'store'>,
  resourceId: LogSourceId,
  id: string,
): Promise<Drain> {
  const drain = isDrainId(id) ? await store.drains.find(id) : undefined
  if (drain?.resourceId === resourceId) return drain
  throw new Refusal('missing', `There is no drain ${id.slice(0, 100)}.`)
}

/**
 * Enables a drain, which goes on where it was, or begins anew with one that was given up. Of one that is enabled
 * already the next attempt is made at once.
 */
export async function enableDrain(
  platform: Pick<Platform, 'store' | 'clock' | 'drainWorker'>,
  drain: Drain,
  enabledBy: AuthorId,
): Promise<Drain> {
  const enabled = await changeState(platform, drain, 'ENABLED', enabledBy)
  platform.drainWorker.wake()
  return enabled
}

/** Disables a drain; its position is kept. */
export const disableDrain = (
  platform: Pick<Platform, 'store' | 'clock'>,
  drain: Drain,
  disabledBy: AuthorId,
): Promise<Drain> => changeState(platform, drain, 'DISABLED', disabledBy)

async function changeState(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  drain: Drain,
  state: Drain['state'],
  author: AuthorId,
): Promise<Drain> {
  const isChange = state !== drain.state
  const change = { ...(isChange && stateChange(state, author, clock())), ...notTried }
  await store.drains.change(drain.id, change)
  return { ...drain, ...change }
}

const stateChange = (state: Drain['state'], stateBy: AuthorId, stateAt: number) => ({
  state,
  statusId: newId('drainstatus'),
  stateAt,
  stateBy,
})

const notTried = {
  attempts: 0,
  attemptedAt: null,
  dueAt: null,
  failingSince: null,
  lastError: '',
} as const
