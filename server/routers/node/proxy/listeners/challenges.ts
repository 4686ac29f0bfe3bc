import type { Identity } from '#kit/crypto/x509.ts'
import type { AcmeChallenge } from '#platform/model/hosting/deployments/traffic.ts'

const httpPath = '/.well-known/acme-challenge/'

/** Pending challenges of an ACME server, by which it verifies that a host is served here. */
export class Challenges {
  #answers = new Map<string, string>()
  #identities = new Map<string, Identity>()

  set(challenges: readonly AcmeChallenge[]) {
    this.#answers = new Map()
    this.#identities = new Map()
    for (const challenge of challenges) {
      const { host } = challenge
      if (challenge.type === 'http-01')
        this.#answers.set(`${host}${httpPath}${challenge.token}`, challenge.answer)
      else this.#identities.set(host, challenge)
    }
  }

  /** Answer to an HTTP-01 challenge; any other request of this path goes to the application. */
  answerTo(host: string, path: string): string | undefined {
    return this.#answers.size === 0 ? undefined : this.#answers.get(host + path)
  }

  /** Whether a TLS-ALPN-01 challenge is pending. */
  get isTlsPending(): boolean {
    return this.#identities.size > 0
  }

  /** Certificate that answers a TLS-ALPN-01 challenge of a host. */
  identityOf(host: string): Identity | undefined {
    return this.#identities.get(host)
  }
}
