import type { SecureContext, Server } from 'node:tls'
import { tlsContextPolicy } from '#kit/crypto/tls-policy.ts'
import type { HeldIdentity, Identities } from '#routers/node/router-commands.ts'

const maxContexts = 1000

const contextOptions = ({ certificate, key }: HeldIdentity) => ({
  ...tlsContextPolicy,
  cert: certificate,
  key,
})

/** TLS certificates by host. */
export class Certificates {
  #identities = new Map<string, HeldIdentity>()
  #server: Server | undefined
  readonly #contexts = new Map<string, SecureContext>()

  /** Makes the certificate of the empty host the server's default. */
  showIn(server: Server) {
    this.#server = server
    this.#showDefault()
  }

  /** Replaces all certificates. */
  hold(identities: Identities) {
    this.#identities = new Map(Object.entries(identities))
    this.#contexts.clear()
    this.#showDefault()
  }

  /** The certificate of a host, if it has one of its own. */
  contextFor(host: string): SecureContext | undefined {
    const known = this.#contexts.get(host)
    const identity = this.#identities.get(host)
    if (known || !identity) return known
    // A context takes tens of kilobytes, so they are made on demand and limited in number.
    if (this.#contexts.size >= maxContexts) this.#contexts.clear()
    const { createSecureContext } = process.getBuiltinModule('node:tls')
    const context = createSecureContext(contextOptions(identity))
    this.#contexts.set(host, context)
    return context
  }

  #showDefault() {
    const identity = this.#identities.get('')
    if (identity) this.#server?.setSecureContext(contextOptions(identity))
  }
}
