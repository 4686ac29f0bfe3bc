import { tlsContextPolicy } from './tls-policy.ts'
import type { Identity } from './x509.ts'

/** Why a TLS listener would not accept this certificate with its key, such as for a weak signature. */
export function tlsObjectionTo({ certificate, key }: Identity): string | undefined {
  const { createSecureContext } = process.getBuiltinModule('node:tls')
  try {
    createSecureContext({ ...tlsContextPolicy, cert: certificate, key })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
