import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { scopeOf } from '#kit/net/special-addresses.ts'
import { isAllowed, type PrivateTargets } from './targets.ts'

/** A name resolves to an address that must not be called. */
export class NotAllowedError extends Error {
  readonly address: string

  constructor(address: string) {
    super(`${address} is not allowed`)
    this.address = address
  }
}

/** Checks the address at connection time, because a name may resolve differently than when it was validated. */
export const lookupAllowed =
  (allowed: PrivateTargets): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const usable = found.filter(({ address }) => isAllowed(scopeOf(address), allowed))
      if (usable.length === 0) return done(new NotAllowedError(found[0]?.address ?? host), [])
      const [first] = usable
      if (options.all) return done(null, usable)
      return done(null, first?.address ?? '', first?.family)
    })
  }
