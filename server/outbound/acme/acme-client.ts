import type { AcmeClient } from '#platform/model/hosting/acme-client.ts'
import type { AcmeChallenge } from '#platform/model/hosting/deployments/traffic.ts'
import { withLibrary } from './acme-library.ts'
import { orderCertificate } from './acme-order.ts'
import { createAcmeTransport } from './acme-transport.ts'

export interface AcmeOptions {
  directory: string
  /** For mails of the ACME server; may be empty. */
  email: string
  challenge: AcmeChallenge['type']
  /** Additional CA certificates, PEM, for a private ACME server. */
  authorities: readonly string[]
  maxOrdersPerHour: number
  /** Milliseconds between two questions about an order at first; they double up to ten times as much. */
  pollEvery?: number
}

/** The client of an ACME server; the package for it is loaded at the first call. */
export function createAcmeClient(options: AcmeOptions): AcmeClient {
  const { directory, email, challenge, pollEvery = 1000 } = options
  const transport = createAcmeTransport(directory, options.authorities)
  return {
    directory,
    maxOrdersPerHour: options.maxOrdersPerHour,
    register: (accountKey, signal) =>
      withLibrary({ transport, signal }, async ({ Client }) => {
        const client = new Client({ directoryUrl: directory, accountKey })
        await client.createAccount({
          termsOfServiceAgreed: true,
          ...(email && { contact: [`mailto:${email}`] }),
        })
        return client.getAccountUrl()
      }),
    order: (request) =>
      withLibrary({ transport, signal: request.signal }, (library) =>
        orderCertificate(library, request, { directory, challenge, pollEvery }),
      ),
  }
}
