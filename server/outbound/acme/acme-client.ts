import type { AcmeClient } from '#platform/model/hosting/acme-client.ts'
import type { AcmeChallenge } from '#platform/model/hosting/deployments/traffic.ts'
import { orderCertificate } from './acme-order.ts'
import { openAcmeSession } from './acme-session.ts'
import { createAcmeTransport, unavailable } from './acme-transport.ts'

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

/** The client of an ACME server. Retries are its caller's decision, which goes by owners and by what the server asks for. */
export function createAcmeClient(options: AcmeOptions): AcmeClient {
  const { directory, email, challenge, pollEvery = 1000 } = options
  const transport = createAcmeTransport(directory, options.authorities)
  return {
    directory,
    maxOrdersPerHour: options.maxOrdersPerHour,
    async register(key, signal) {
      const session = openAcmeSession({ directory, transport, signal, key })
      const { headers } = await session.post(await session.addressOf('newAccount'), {
        termsOfServiceAgreed: true,
        ...(email && { contact: [`mailto:${email}`] }),
      })
      return headers.location ?? Promise.reject(unavailable('gave an account without address'))
    },
    order(request) {
      const { account, signal } = request
      const session = openAcmeSession({
        directory,
        transport,
        signal,
        key: account.key,
        account: account.url,
      })
      return orderCertificate(session, request, { challenge, pollEvery })
    },
  }
}
