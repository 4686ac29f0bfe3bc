import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'

/** For providers of a test: nothing is open to the outside, and nobody has to trust the certificate. */
export function testAccess(more: Partial<ServerAccess> = {}): ServerAccess {
  const tls = issueCertificate(createAuthority('test'), ['localhost', '127.0.0.1', '127.18.0.1'])
  return { ports: { from: 20_000, to: 29_999 }, tls, ...more }
}

/** The same as the platform has it. */
export const testAddons = () => ({
  addons: { addonsBind: undefined, addonsPorts: { from: 20_000, to: 29_999 } },
  authority: createAuthority('test'),
})
