import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'

/** Access for providers under test: loopback ports, with a certificate of a test authority. */
export function testAccess(more: Partial<ServerAccess> = {}): ServerAccess {
  const tls = issueCertificate(createAuthority('test'), ['localhost', '127.0.0.1', '127.18.0.1'])
  return { ports: { from: 20_000, to: 29_999 }, tls, ...more }
}

/** The same in the platform's form. */
export const testAddons = () => ({
  addons: {
    addonsBind: undefined,
    addonsNetworks: [],
    addonsPorts: { from: 20_000, to: 29_999 },
  },
  authority: createAuthority('test'),
})
