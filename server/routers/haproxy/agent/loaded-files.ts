import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuthority, type Identity, issueCertificate } from '#kit/crypto/x509.ts'
import { overwriteFile } from '#kit/files/overwrite-file.ts'
import { serversOf } from '#routers/haproxy/configuration/backends.ts'
import { type Configuration, files } from '#routers/haproxy/configuration/configuration.ts'
import { pageFiles } from '#routers/haproxy/configuration/page-files.ts'
import { pageMap, ruleMap } from '#routers/haproxy/configuration/rule-maps.ts'
import { configurationText } from '#routers/haproxy/configuration/text.ts'
import { CertificateFiles, type HostIdentities } from './certificate-files.ts'
import type { DesiredState } from './desired-state.ts'
import { MapFile } from './map-file.ts'
import { routeMaps } from './route-maps.ts'
import type { RuntimeApi } from './runtime-api.ts'
import { type Slots, sparedSlots, stateOf } from './slots.ts'

const luaFolder = join(import.meta.dirname, '..')
const acmePath = '/.well-known/acme-challenge/'
const tokenPattern = /^[\w-]{1,200}$/
const answerPattern = /^[\w.-]{1,400}$/
const namePattern = /^[a-z0-9_.-]{1,253}$/

/** Settings of the configuration that stay while the agent runs. */
export type FixedConfiguration = Omit<
  Configuration,
  'generation' | 'slots' | 'sparedSlots' | 'servers' | 'tcp'
>

/** The files that HAProxy reads at its start, and what it has of them while it runs. */
export class LoadedFiles {
  readonly #fixed: FixedConfiguration
  readonly #routes = new MapFile(files.routes)
  readonly #wildcards = new MapFile(files.wildcards, { isOrdered: true })
  readonly #applications = new MapFile(files.applications)
  readonly #rules = new MapFile(files.rules)
  readonly #pages = new MapFile(files.pages)
  readonly #challenges = new MapFile(files.challenges)
  readonly #tlsChallenges = new MapFile(files.tlsChallenges)
  readonly #certificates = new CertificateFiles(files.certificates, 'shown')
  readonly #challengeCertificates = new CertificateFiles(files.challengeCertificates, 'challenges')
  #count = 0
  /** Version of the certificates and challenges that HAProxy has. */
  #certificateVersion = -1

  constructor(fixed: FixedConfiguration) {
    this.#fixed = fixed
  }

  /** Writes all files, and returns the name of the configuration. */
  async write(
    state: DesiredState,
    slots: Slots,
    tcpPorts: ReadonlyMap<number, string>,
  ): Promise<string> {
    for (const folder of ['maps', 'pages']) await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const [name, text] of Object.entries(pageFiles())) {
      overwriteFile(join('pages', name), text)
    }
    for (const name of files.lua) overwriteFile(name, await readFile(join(luaFolder, name)))
    const maps = mapsOf(state, slots)
    this.#routes.write(maps.routes)
    this.#wildcards.write(maps.wildcards)
    this.#applications.write(maps.applications)
    this.#rules.write(maps.rules)
    this.#pages.write(maps.pages)
    this.#challenges.write(maps.challenges)
    this.#tlsChallenges.write(maps.tlsChallenges)
    const { certificateVersion } = state
    await this.#certificates.write(shown(state))
    await this.#challengeCertificates.write(challengeIdentities(state))
    this.#certificateVersion = certificateVersion
    this.#count += 1
    const generation = `g${Date.now().toString(36)}${process.pid.toString(36)}x${this.#count}`
    const servers = [...state.routes.values()].flatMap((route) => {
      const assigned = slots.assigned(route)
      return assigned ? serversOf(assigned, route) : []
    })
    const tcp = [...tcpPorts].map(([port, applicationId]) => ({
      port,
      applicationId,
      slot: slots.of(applicationId) ?? 0,
    }))
    const text = configurationText({
      ...this.#fixed,
      generation,
      slots: slots.count,
      sparedSlots,
      servers,
      tcp,
    })
    overwriteFile(files.configuration, text)
    return generation
  }

  /** Changes what differs in the running process. */
  async apply(api: RuntimeApi, state: DesiredState, slots: Slots) {
    const maps = mapsOf(state, slots)
    await this.#applyCertificates(api, state)
    // Before the routes that need them: an application that demands credentials is not open meanwhile.
    await this.#pages.apply(api, maps.pages)
    await this.#rules.extend(api, maps.rules)
    await this.#applications.apply(api, maps.applications)
    await this.#rules.apply(api, maps.rules)
    await this.#wildcards.apply(api, maps.wildcards)
    await this.#routes.apply(api, maps.routes)
    await this.#challenges.apply(api, maps.challenges)
    await this.#tlsChallenges.apply(api, maps.tlsChallenges)
  }

  /** Thousands of them are compared only when one has changed, which a deployment does not do. */
  async #applyCertificates(api: RuntimeApi, state: DesiredState) {
    const { certificateVersion } = state
    if (certificateVersion === this.#certificateVersion) return
    await this.#certificates.apply(api, shown(state))
    await this.#challengeCertificates.apply(api, challengeIdentities(state))
    this.#certificateVersion = certificateVersion
  }
}

function mapsOf({ routes, challenges }: DesiredState, slots: Slots) {
  const applications = new Map<string, string>()
  for (const [id, route] of routes) {
    const assigned = slots.assigned(route)
    if (assigned) applications.set(id, stateOf(assigned, route))
  }
  const answers = new Map<string, string>()
  const tlsChallenges = new Map<string, string>()
  for (const challenge of challenges) {
    if (!namePattern.test(challenge.host)) continue
    if (challenge.type === 'tls-alpn-01') tlsChallenges.set(challenge.host, 'pending')
    else if (tokenPattern.test(challenge.token) && answerPattern.test(challenge.answer)) {
      answers.set(`${challenge.host}${acmePath}${challenge.token}`, challenge.answer)
    }
  }
  return {
    ...routeMaps(routes.values()),
    applications,
    rules: ruleMap(routes.values()),
    pages: pageMap(routes.values()),
    challenges: answers,
    tlsChallenges,
  }
}

/** HAProxy does not start without a certificate; the server sends one soon. */
function placeholder(): Identity {
  made ??= issueCertificate(createAuthority('Berth router'), ['localhost'])
  return made
}

let made: Identity | undefined

/** Of each host the assigned certificate, or that of the local authority. */
function shown(state: DesiredState): HostIdentities {
  const all = new Map<string, Identity>(Object.entries({ '': placeholder(), ...state.identities }))
  for (const [host, fingerprint] of Object.entries(state.assigned)) {
    try {
      all.set(host, state.certificate(fingerprint))
    } catch (error) {
      console.error(`the certificate of ${host} cannot be used: ${error}`)
    }
  }
  return all
}

const challengeIdentities = ({ challenges }: DesiredState): HostIdentities =>
  new Map(
    challenges.flatMap((each) => (each.type === 'tls-alpn-01' ? [[each.host, each] as const] : [])),
  )
