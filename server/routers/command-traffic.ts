import { X509Certificate } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Identity } from '#kit/crypto/x509.ts'
import type { Traffic } from '#platform/model/hosting/deployments/traffic.ts'
import type { Answer, Identities, RouterCommand } from './control/router-commands.ts'
import { createCertificateSender } from './control/send-certificates.ts'

/** Issues certificates of hosts that have no other. */
export interface LocalAuthority {
  /** Certificate of the authority that signs the certificates of `identityFor`. */
  authority: string
  /** Issues the certificate of a host; called when the router has none that is valid for another month. */
  identityFor(host: string): Identity
}

/** Sends a command to a router, and resolves with its answer within the timeout. */
export type Ask = (command: RouterCommand, timeout?: number) => Promise<Answer>

/** Traffic by commands to one router, which may be at another machine. */
export interface CommandTraffic extends Traffic {
  /** Sends certificates of the local authority in place of those that expire soon. */
  renew(): Promise<void>
}

const defaultHost = 'localhost'
const certificateTimeout = 60_000
/** Beyond the timeout of a drain. */
const drainMargin = 10_000

export function createCommandTraffic(
  ask: Ask,
  { authority, identityFor }: LocalAuthority,
  say: (sentence: string) => void,
): CommandTraffic {
  const signedBy = new X509Certificate(authority).fingerprint256

  const supply = async ({ hostsWithoutIdentity = [] }: Answer) => {
    if (hostsWithoutIdentity.length === 0) return
    const identities: Identities = {}
    for (const host of hostsWithoutIdentity) {
      try {
        const identity = identityFor(host || defaultHost)
        const expires = new X509Certificate(identity.certificate).validToDate.getTime()
        identities[host] = { ...identity, expires, signedBy }
      } catch (error) {
        // The host works without its own certificate; that must not block a deployment.
        say(`There is no certificate for ${host}: ${error}`)
      }
      // Each takes about a millisecond, and all hosts may need one at once; the server answers others in between.
      await setImmediate()
    }
    await ask({ kind: 'hold identities', identities })
  }

  return {
    switchTo: async (route) => supply(await ask({ kind: 'switch', route, signedBy })),
    remove: async (applicationId) => void (await ask({ kind: 'remove', applicationId })),
    replaceAll: async (routes) => supply(await ask({ kind: 'replace all', routes, signedBy })),
    drain: async (addresses, timeout) =>
      void (await ask({ kind: 'drain', addresses, timeout }, timeout + drainMargin)),
    async statistics() {
      const { statistics } = await ask({ kind: 'count' })
      return statistics ?? { startedAt: 0, routes: [] }
    },
    setCertificates: createCertificateSender((command) => ask(command, certificateTimeout), say),
    setChallenges: async (challenges) => void (await ask({ kind: 'set challenges', challenges })),
    renew: async () => supply(await ask({ kind: 'name hosts without identity', signedBy })),
  }
}
