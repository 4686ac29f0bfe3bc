import type { AddressScope } from '#kit/net/special-addresses.ts'

/** Which private addresses we let ourselves be sent to. */
export type PrivateTargets = 'none' | 'loopback' | 'all'

/** What gives a machine of a cloud its credentials is called for nobody, whatever the operator allows. */
export function isAllowed(scope: AddressScope, allowed: PrivateTargets): boolean {
  if (scope === 'metadata') return false
  return scope === 'public' || allowed === 'all' || allowed === scope
}
