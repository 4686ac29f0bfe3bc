import { isLoopback } from '#kit/net/loopback.ts'
import type { PrivateTargets } from '#outbound/providers/targets.ts'
import type { Settings } from '#settings.ts'

/** A platform that only its own machine can reach may reach its own machine, unless its operator says otherwise. */
export function privateTargetsOf({
  privateTargets,
  bind,
}: Pick<Settings, 'privateTargets' | 'bind'>): PrivateTargets {
  if (privateTargets) return privateTargets
  return isLoopback(bind) ? 'loopback' : 'none'
}
