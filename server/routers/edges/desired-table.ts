import type { AcmeChallenge, Route, Traffic } from '#platform/model/hosting/deployments/traffic.ts'
import { tableDigest } from '#routers/table-digest.ts'

type SetCertificates = Parameters<Traffic['setCertificates']>
type Assignment = Awaited<ReturnType<SetCertificates[0]>>
/** Loads a certificate by its fingerprint. */
type LoadCertificate = SetCertificates[1]

/** What all edges are to have, as the platform has told since the start of this server. */
export class DesiredTable {
  readonly routes = new Map<string, Route>()
  /** Fingerprints by host. */
  readonly hosts: Record<string, string> = {}
  challenges: readonly AcmeChallenge[] = []
  readonly #loaders = new Map<string, LoadCertificate>()
  #known = { routes: false, certificates: false }
  #version = 0
  #digest: { version: number; text: string } | undefined

  /** Counts changes. */
  get version(): number {
    return this.#version
  }

  get hasRoutes(): boolean {
    return this.#known.routes
  }

  /** Whether the platform has told everything: routes and certificates. */
  get isComplete(): boolean {
    return this.#known.routes && this.#known.certificates
  }

  /** Hash of the table, which an edge has too when it is the same. */
  get digest(): string {
    if (this.#digest?.version !== this.#version) {
      const text = tableDigest({ ...this, routes: this.routes.values() })
      this.#digest = { version: this.#version, text }
    }
    return this.#digest?.text ?? ''
  }

  setRoute(route: Route) {
    this.routes.set(route.applicationId, route)
    this.#version += 1
  }

  removeRoute(applicationId: string) {
    this.routes.delete(applicationId)
    this.#version += 1
  }

  replaceRoutes(routes: readonly Route[]) {
    this.routes.clear()
    for (const route of routes) this.routes.set(route.applicationId, route)
    this.#known.routes = true
    this.#version += 1
  }

  setChallenges(challenges: readonly AcmeChallenge[]) {
    this.challenges = challenges
    this.#version += 1
  }

  assign({ hosts, isComplete }: Assignment, load: LoadCertificate) {
    if (isComplete) for (const host of Object.keys(this.hosts)) delete this.hosts[host]
    for (const [host, fingerprint] of Object.entries(hosts)) {
      if (fingerprint === null) delete this.hosts[host]
      else {
        this.hosts[host] = fingerprint
        this.#loaders.set(fingerprint, load)
      }
    }
    const used = new Set(Object.values(this.hosts))
    for (const fingerprint of this.#loaders.keys()) {
      if (!used.has(fingerprint)) this.#loaders.delete(fingerprint)
    }
    this.#known.certificates ||= isComplete
    this.#version += 1
  }

  /** Loads an assigned certificate. One that was removed meanwhile belongs to no host any more. */
  readonly load: LoadCertificate = async (fingerprint) => {
    const found = await this.#loaders.get(fingerprint)?.(fingerprint)
    if (found) return found
    for (const [host, assigned] of Object.entries(this.hosts)) {
      if (assigned === fingerprint) delete this.hosts[host]
    }
    this.#version += 1
    return undefined
  }
}
