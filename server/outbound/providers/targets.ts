import type { AddressScope } from '#kit/net/special-addresses.ts'

/** Private addresses that outgoing requests may reach. */
export type PrivateTargets = 'none' | 'loopback' | 'all'

/** Cloud metadata services are never called, whatever the operator allows. */
export function isAllowed(scope: AddressScope, allowed: PrivateTargets): boolean {
  if (scope === 'metadata') return false
  return scope === 'public' || allowed === 'all' || allowed === scope
}
