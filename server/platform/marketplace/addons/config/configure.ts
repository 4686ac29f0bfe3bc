import { refreshNetworkAccessTo } from '#platform/marketplace/addons/links/network-access.ts'
import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { nameOf } from '#platform/marketplace/providers/calls/call-provider.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { withChange } from '#platform/model/marketplace/addon-changes.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { readConfig } from '#protocol/config.ts'
import { applyConfig } from './apply-config.ts'

/** What the call back of its provider makes of a pending add-on. */
const confirmed = { state: 'ready', dueAt: null, attempts: 0, trouble: '' } as const

/**
 * Handles a config update from the provider: a pending add-on becomes ready, and linked applications restart. Omitted
 * values stay as they are; names that are not in the manifest are ignored, even all of them.
 */
export async function configureAddon(
  platform: Pick<Platform, 'store' | 'clock' | 'restarts' | 'queue' | 'engine' | 'portVariables'>,
  { id }: Addon,
  config: unknown,
): Promise<Addon> {
  const { clock, restarts, queue } = platform
  const [addon, restarting] = await platform.store.transaction(async (store) => {
    const inside = { store, clock, restarts }
    const addon = await store.addons.find(id)
    if (!addon?.realId) throw new Refusal('missing', `There is no add-on ${id}.`)
    if (addon.state === 'deleting') {
      throw new Refusal('conflict', 'The add-on is being deleted and cannot be changed.')
    }
    const { provider } = await requireOffer(inside, addon)
    const given = readGiven(config, provider.manifest.api.config_vars)
    const all = { ...addon.config, ...given }
    const restart = { cause: `New values of the add-on ${addon.name} from ${nameOf(provider)}` }
    const restarting =
      addon.state === 'pending'
        ? await applyConfig(inside, addon, all, confirmed, restart)
        : await applyConfig(inside, addon, all, {}, restart)
    const next = addon.state === 'pending' ? withChange(addon, confirmed) : addon
    return [{ ...next, config: all }, restarting] as const
  })
  for (const applicationId of restarting) queue.wake(applicationId)
  await refreshNetworkAccessTo(platform, id)
  return addon
}

function readGiven(config: unknown, names: readonly string[]): Readonly<Record<string, string>> {
  if (config === undefined || config === null)
    throw new Refusal('invalid', "'config' is missing: send an object with the new values.")
  const read = readConfig(config, names)
  if ('problem' in read) throw new Refusal('invalid', read.problem)
  return read.config
}
