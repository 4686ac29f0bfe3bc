import { parseNetwork } from '#kit/net/networks/parse-network.ts'
import { newSecret } from '#kit/text/ids.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { type RouteContext, rerouteSoon } from '#platform/hosting/deployments/routes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Maintenance } from '#platform/model/hosting/visitors/visitor-rules-store.ts'
import type { UserId } from '#platform/model/ids.ts'
import { validateLines } from '#platform/model/plain-text.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxMessage = 500
const maxAllowed = 100
const year = 366 * 86_400_000

/** What the owner says about a maintenance. */
export interface MaintenanceChange {
  /** When it is expected to end; `null` for no time. */
  until?: number | null | undefined
  message?: string | undefined
  /** Addresses and networks that are let through. */
  allowed?: readonly string[] | undefined
  /** Whether visitors need a new link, although the maintenance has begun already. */
  hasNewLink?: boolean | undefined
}

/**
 * Begins a maintenance, or changes the one that is on: its begin stays, and its link unless a new one is wanted. What is
 * not given stays too.
 */
export async function beginMaintenance(
  platform: RouteContext & Pick<Platform, 'clock'>,
  { id }: Application,
  change: MaintenanceChange,
  startedBy: UserId,
): Promise<Maintenance> {
  const now = platform.clock()
  const given = {
    ...(change.until !== undefined && { until: validateUntil(change.until, now) }),
    ...(change.message !== undefined && {
      message: validateLines(change.message, 'The message', maxMessage),
    }),
    ...(change.allowed !== undefined && { allowed: validateAllowed(change.allowed) }),
  }
  const maintenance = await platform.store.transaction(async (inside) => {
    await getApplication({ store: inside }, id)
    const before = (await inside.visitorRules.find(id))?.maintenance
    const fresh = { since: now, startedBy, until: null, message: '', allowed: [] }
    const secret = before && !change.hasNewLink ? before.secret : newSecret()
    const all: Maintenance = { ...(before ?? fresh), ...given, secret }
    await inside.visitorRules.setMaintenance(id, all)
    return all
  })
  await rerouteSoon(platform, id)
  return maintenance
}

/** Ends a maintenance; without one nothing happens. Returns whether there was one. */
export async function endMaintenance(
  platform: RouteContext,
  { id }: Application,
): Promise<boolean> {
  const wasOn = await platform.store.transaction(async (inside) => {
    const before = (await inside.visitorRules.find(id))?.maintenance
    if (before) await inside.visitorRules.setMaintenance(id, null)
    return Boolean(before)
  })
  // Also without one: the router may not have confirmed an earlier end.
  await rerouteSoon(platform, id)
  return wasOn
}

function validateUntil(until: number | null, now: number): number | null {
  if (until === null) return null
  if (!Number.isInteger(until) || until <= now) {
    throw new Refusal('invalid', 'The end of the maintenance must be in the future.')
  }
  if (until <= now + year) return until
  throw new Refusal('invalid', 'The end of the maintenance must be within a year.')
}

function validateAllowed(allowed: readonly string[]): string[] {
  if (allowed.length > maxAllowed) {
    throw new Refusal(
      'invalid',
      `${allowed.length} addresses are too many: at most ${maxAllowed} are let through. Networks such as 192.0.2.0/24 count as one.`,
    )
  }
  const networks = allowed.map((text) => {
    const network = parseNetwork(text)
    if (network) return network
    throw new Refusal(
      'invalid',
      `${JSON.stringify(text.slice(0, 100))} is neither an IP address nor a network such as 192.0.2.0/24 or 2001:db8::/32.`,
    )
  })
  return [...new Set(networks)]
}
