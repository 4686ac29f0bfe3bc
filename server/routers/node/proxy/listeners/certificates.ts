import type { SecureContext, Server } from 'node:tls'
import { tlsContextPolicy } from '#kit/crypto/tls-policy.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import type { HeldIdentity, Identities } from '#routers/control/router-commands.ts'

const maxContexts = 1000

const contextOptions = ({ certificate, key }: Identity) => ({
  ...tlsContextPolicy,
  cert: certificate,
  key,
})

/**
 * TLS certificates by host. The host itself comes before the `*.` hosts above it; of one host, a certificate that was
 * uploaded or issued by ACME before that of the local authority.
 */
export class Certificates {
  #held: Identities | undefined
  #identities = new Map<string, HeldIdentity>()
  #assigned = new Map<string, string>()
  #read: (fingerprint: string) => Identity = () => {
    throw new Error('nothing was assigned')
  }
  #server: Server | undefined
  /** By the name of the certificate. */
  readonly #contexts = new Map<string, SecureContext>()

  /** Makes the certificate of the empty host the server's default. */
  showIn(server: Server) {
    this.#server = server
    this.#showDefault()
  }

  /** Replaces all certificates of the local authority; it happens with every change of a route, so that the rest stays. */
  hold(identities: Identities) {
    if (identities === this.#held) return
    this.#held = identities
    const before = this.#identities
    this.#identities = new Map(Object.entries(identities))
    for (const name of this.#contexts.keys()) {
      if (this.#identities.get(name) !== before.get(name)) this.#contexts.delete(name)
    }
    if (this.#identities.get('') !== before.get('')) this.#showDefault()
  }

  /** Says which other certificate each host has, by fingerprint; `read` reads it from disk. */
  assign(hosts: Record<string, string>, read: (fingerprint: string) => Identity) {
    const before = this.#assigned
    this.#assigned = new Map(Object.entries(hosts))
    this.#read = read
    for (const name of this.#contexts.keys()) {
      if (this.#assigned.get(name) !== before.get(name)) this.#contexts.delete(name)
    }
  }

  /** Certificates that were written anew: they may have been missing when a visitor asked for them. */
  reload(fingerprints: ReadonlySet<string>) {
    for (const name of this.#contexts.keys()) {
      if (fingerprints.has(this.#assigned.get(name) ?? '')) this.#contexts.delete(name)
    }
  }

  /** The certificate for visitors of a host, if there is one for it. */
  contextFor(host: string): SecureContext | undefined {
    for (const name of namesFor(host)) {
      const context = this.#contexts.get(name) ?? this.#open(name)
      if (context) return context
    }
    return undefined
  }

  /** Kept by the name of the certificate, because visitors may ask for any number of hosts below a wildcard. */
  #open(name: string): SecureContext | undefined {
    const local = this.#identities.get(name)
    const context = this.#assignedTo(name) ?? (local && contextOf(local))
    if (!context) return undefined
    // A context takes tens of kilobytes, so they are made on demand and limited in number.
    if (this.#contexts.size >= maxContexts) this.#contexts.clear()
    this.#contexts.set(name, context)
    return context
  }

  /** Absent when it cannot be read or used: that of the local authority is better than no connection. */
  #assignedTo(name: string): SecureContext | undefined {
    const fingerprint = this.#assigned.get(name)
    if (fingerprint === undefined) return undefined
    try {
      return contextOf(this.#read(fingerprint))
    } catch (error) {
      console.error(`the certificate of ${name} cannot be used: ${error}`)
      return undefined
    }
  }

  #showDefault() {
    const identity = this.#identities.get('')
    if (identity) this.#server?.setSecureContext(contextOptions(identity))
  }
}

const contextOf = (identity: Identity): SecureContext =>
  process.getBuiltinModule('node:tls').createSecureContext(contextOptions(identity))

/** The host, then each wildcard that covers it, nearest first. */
function* namesFor(host: string): Generator<string> {
  yield host
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    yield `*${host.slice(dot)}`
  }
}
