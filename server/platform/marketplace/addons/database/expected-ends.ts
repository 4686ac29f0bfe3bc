import { createHash } from 'node:crypto'
import { formatDuration } from '#kit/text/duration.ts'
import { beginAction } from '#platform/identity/audit/audit-log.ts'
import { resourcesOf } from '#platform/identity/audit/audited-resources.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { ProviderContext } from '#platform/marketplace/providers/calls/call-provider.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { AuditEntry } from '#platform/model/identity/audit/entry.ts'
import { isAddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { isTransferId, type Transfer } from '#protocol/databases/transfers.ts'
import { followTransfer } from './follow-transfer.ts'

const actions = [
  'addon.close-shell',
  'addon.close-tunnel',
  'addon.end-export',
  'addon.end-import',
] as const

export type EndContext = ProviderContext & Pick<Platform, 'actionEvents' | 'monotonic'>

/** What has begun and will end: who has begun it, and what the entry of its end is called. */
export interface Begun {
  action: (typeof actions)[number]
  caller: Caller
  /** Client address. */
  from: string
  /** Id of a transfer. */
  transferId?: string
}

/** No session lasts longer, nor does anybody follow a transfer longer. */
const maxDuration = 14 * 3_600_000

/**
 * Writes the audit entry of an end that is still to come, and returns what completes it: if this server crashes in
 * between, the next start finds the entry.
 */
export async function expectEnd(
  platform: EndContext,
  { id, name, ownerId }: Pick<Addon, 'id' | 'name' | 'ownerId'>,
  { action, caller, from, transferId }: Begun,
): Promise<(outcome: 'done' | 'failed', how: string) => Promise<void>> {
  const about = transferId === undefined ? id : `${id} ${transferId}`
  const begin = platform.monotonic()
  const settle = await beginAction(platform, caller, {
    ownerId,
    action,
    from,
    subject: { id, name },
    target: about + placeOf(platform),
  })
  return (outcome, how) =>
    settle({
      outcome,
      date: platform.clock(),
      target: `${about} (${how} after ${lasted(platform.monotonic() - begin)})`,
    })
}

/**
 * Completes the entries of ends that an earlier process of this server has expected, and of a server that has not come
 * back: its sessions have ended with it, and transfers are followed to their end.
 */
export async function settleExpectedEnds(
  platform: EndContext,
  { before, find }: { before: number; find(addon: Addon, id: string): Promise<Transfer> },
): Promise<void> {
  const { store, clock } = platform
  for (const entry of await store.audit.listBegun(actions, before)) {
    const isOurs = entry.target.endsWith(placeOf(platform))
    if (!isOurs && entry.date > clock() - maxDuration) continue
    const [addonId = '', transferId = ''] = entry.target.split(' ')
    const addon = isAddonId(addonId) ? await store.addons.find(addonId) : undefined
    if (isOurs && addon && isTransferId(transferId)) {
      // Nobody waits for it, and at a shutdown the store is closed before.
      followTransfer(platform, transferId, () => find(addon, transferId))
        .then((outcome) => settle(platform, entry, outcome, outcome))
        .catch(() => {})
    } else await settle(platform, entry, 'failed', 'cut off by an end of the platform,')
  }
}

async function settle(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  { id, ownerId, date, target }: AuditEntry,
  outcome: 'done' | 'failed',
  how: string,
): Promise<void> {
  const now = clock()
  const about = target.replace(/ \(open at .*$/, '')
  const ending = {
    ownerId,
    outcome,
    date: now,
    target: `${about} (${how} after ${lasted(now - date)})`,
  }
  await store.audit.settle(id, ending, resourcesOf(about))
}

/** While something lasts, its entry says at which server. */
const placeOf = ({ store }: Pick<Platform, 'store'>) =>
  ` (open at ${createHash('sha256').update(store.claims.serverId).digest('hex').slice(0, 12)})`

const lasted = (milliseconds: number) => formatDuration(Math.max(0, Math.round(milliseconds)))
