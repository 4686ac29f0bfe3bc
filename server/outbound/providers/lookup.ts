import type { LookupFunction } from 'node:net'
import { scopeOf } from '#kit/net/special-addresses.ts'
import type { ResolveName } from './resolve-name.ts'
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
  (allowed: PrivateTargets, resolveName: ResolveName): LookupFunction =>
  (host, options, done) => {
    resolveName(host).then(
      (all) => {
        const { family } = options
        const isOfFamily = family === 4 || family === 6
        const found = all.filter((one) => !isOfFamily || one.family === family)
        const usable = found.filter(({ address }) => isAllowed(scopeOf(address), allowed))
        const [first] = usable
        if (!first) return done(new NotAllowedError(found[0]?.address ?? host), [])
        return options.all ? done(null, usable) : done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }
