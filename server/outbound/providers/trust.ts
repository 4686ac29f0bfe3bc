import type { SecureContext } from 'node:tls'

/** CA certificates of the machine, and others. Parsing them all takes longer than most calls. */
export function trustIn(authorities: readonly string[]): SecureContext {
  const tls = process.getBuiltinModule('node:tls')
  return tls.createSecureContext({ ca: [...tls.getCACertificates('default'), ...authorities] })
}
