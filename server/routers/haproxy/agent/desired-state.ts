import type { Identity } from '#kit/crypto/x509.ts'
import type { AcmeChallenge, Route } from '#platform/model/hosting/deployments/traffic.ts'
import type { Identities } from '#routers/control/router-commands.ts'

/** What visitors are to be served, as the server has told. */
export class DesiredState {
  /** By application, the latest last. */
  readonly routes = new Map<string, Route>()
  /** Of the local authority. */
  identities: Identities = {}
  challenges: readonly AcmeChallenge[] = []
  /** Fingerprints of other certificates by host. */
  assigned: Record<string, string> = {}
  /** Counts changes of anything but routes. */
  certificateVersion = 0
  /** Called with the application whose route has changed, or without for anything else. */
  onChange: (applicationId?: string) => void = () => {}
  #read: (fingerprint: string) => Identity = () => {
    throw new Error('nothing was assigned')
  }
  readonly #certificates = new Map<string, Identity>()

  setRoute(route: Route) {
    this.routes.delete(route.applicationId)
    this.routes.set(route.applicationId, route)
    this.onChange(route.applicationId)
  }

  removeRoute(applicationId: string) {
    if (this.routes.delete(applicationId)) this.onChange(applicationId)
  }

  /** Replaces all routes. */
  applyState(routes: Iterable<Route>) {
    const before = [...this.routes.keys()]
    this.routes.clear()
    for (const route of routes) this.routes.set(route.applicationId, route)
    for (const id of new Set([...before, ...this.routes.keys()])) this.onChange(id)
  }

  hold(identities: Identities) {
    if (identities === this.identities) return
    this.identities = identities
    this.#certificatesChanged()
  }

  assign(hosts: Record<string, string>, read: (fingerprint: string) => Identity) {
    this.assigned = hosts
    this.#read = read
    const used = new Set(Object.values(hosts))
    for (const name of this.#certificates.keys())
      if (!used.has(name)) this.#certificates.delete(name)
    this.#certificatesChanged()
  }

  reload(fingerprints: ReadonlySet<string>) {
    for (const name of fingerprints) this.#certificates.delete(name)
    this.#certificatesChanged()
  }

  set(challenges: readonly AcmeChallenge[]) {
    this.challenges = challenges
    this.#certificatesChanged()
  }

  #certificatesChanged() {
    this.certificateVersion += 1
    this.onChange()
  }

  /** A certificate that was assigned; throws when it cannot be read. */
  certificate(fingerprint: string): Identity {
    const known = this.#certificates.get(fingerprint)
    if (known) return known
    const identity = this.#read(fingerprint)
    this.#certificates.set(fingerprint, identity)
    return identity
  }
}
