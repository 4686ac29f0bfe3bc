import { glob, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TimeoutError, withTimeout } from '#kit/concurrency/timeout.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import { isBlockedPort } from '#kit/net/blocked-ports.ts'
import type { PortRange } from '#kit/net/free-port.ts'
import { freePort, lastingPort } from '#kit/net/free-port.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import type { Store } from '#platform/model/store.ts'
import type { Settings } from '#settings/settings.ts'
import { addonsIdentity } from '#wiring/addons/addons-identity.ts'
import type { FoundOffer } from './offer.ts'
import { ProviderProcess } from './provider-process.ts'
import { register } from './register.ts'
import type { RequiredPrograms } from './required-programs.ts'
import type { ProgramSearch, SearchedOffer } from './search-programs.ts'

export interface BuiltInProvidersOptions extends ProgramSearch {
  store: Store
  clock: () => number
  /** Parent of the providers' folders. */
  folder: string
  /** Host in the URIs of add-ons on this machine, once known. */
  addonsHost: () => string
  /** Other network settings of add-on servers. */
  addons: Pick<Settings, 'addonsBind' | 'addonsNetworks' | 'addonsPorts'>
  /** CA of their servers' certificates. */
  authority: Identity
  /** Begun before, because the programs take their time to tell their versions; looked for here when absent. */
  searched?: Promise<SearchedOffer[]>
  /** URL of the API for processes of this machine, once it is open. */
  apiUrl: () => string
  environment: Record<string, string>
  /** Key with which a provider encrypts its records. */
  keyFor: (providerId: string) => Buffer
  log: (line: string) => void
  /** Writes a line to the log of an add-on. */
  report?: (addonId: AddonId, line: string) => void
  /** Milliseconds that an order waits for an installation before it is answered. */
  installTimeout?: number
}

const usualInstallTimeout = 90_000

/** One of the providers that come with the platform. */
export interface BuiltInProvider {
  offer: FoundOffer
  folder: string
  /** Where its process is called, once woken. */
  host(): string
  /** Whether calls to this host are for this provider: its catalogue entry may name a port that it had before. */
  isAt(host: string): boolean
  programs: RequiredPrograms
  /** Updates the offer in the catalogue once its programs are installed. */
  showAvailable(): Promise<void>
  worker: ProviderProcess
}

/** Registers its offer, and prepares its process, which starts when somebody needs it. */
export async function openBuiltInProvider(
  options: BuiltInProvidersOptions,
  { offer, programs, found: foundAtStart }: SearchedOffer,
): Promise<BuiltInProvider> {
  const { store, clock, environment, addonsHost, apiUrl, log } = options
  const folder = join(options.folder, offer.id)
  const known = await store.providers.find(offer.id)
  let port = await portFor(known, options.addons.addonsPorts)
  const hosts = new Set([hostOf(port)])
  let found = foundAtStart
  const show = () =>
    register(store, offer, { address: `http://${hostOf(port)}`, now: clock(), ...found })
  let manifest = await show()
  // The process starts long after the port was chosen, and somebody else may have it by then.
  const moveFromTakenPort = async () => {
    if ((await freePort(port)) === port) return
    port = await lastingPort(options.addons.addonsPorts)
    hosts.add(hostOf(port))
    manifest = await show()
  }
  const worker = new ProviderProcess({
    id: offer.id,
    node: process.execPath,
    main: offer.main,
    folder,
    environment,
    log,
    async prepare() {
      await moveFromTakenPort()
      await mkdir(folder, { recursive: true, mode: 0o711 })
      // Earlier versions stored the same there, in plaintext.
      await rm(join(folder, 'provider.json'), { force: true })
      const key = options.keyFor(offer.id).toString('hex')
      const { addonsBind, addonsNetworks, addonsPorts } = options.addons
      const tls = await addonsIdentity(options.authority, folder, addonsHost())
      const access = { bind: addonsBind, networks: addonsNetworks, ports: addonsPorts, tls }
      const choices = options.choices?.get(offer.id)?.handover ?? {}
      return { manifest, port, addonsHost: addonsHost(), access, apiUrl: apiUrl(), key, choices }
    },
  })
  return {
    offer,
    folder,
    host: () => hostOf(port),
    isAt: (host) => hosts.has(host),
    programs,
    worker,
    async showAvailable() {
      if (found.isInstalled) return
      found = await programs.look()
      await show()
    },
  }
}

/** The previous port if it is still free: add-ons do not store it, but visitors of its panel may. */
async function portFor(known: Provider | undefined, range: PortRange): Promise<number> {
  const port = known ? Number(new URL(known.manifest.api.production.base_url).port) : 0
  const isLasting = port >= range.from && port <= range.to && !isBlockedPort(port)
  return isLasting && (await freePort(port)) === port ? port : lastingPort(range)
}

const hostOf = (port: number) => `127.0.0.1:${port}`

/** Each running server of a provider has a PID file. */
export async function hasServers(folder: string): Promise<boolean> {
  for await (const _ of glob(['*/process.json', '*/*/process.json'], { cwd: folder })) return true
  return false
}

/** An order that waits too long for an installation gets an answer, and is retried until the server is installed. */
export async function wakeProvider(
  { report, log, installTimeout = usualInstallTimeout }: BuiltInProvidersOptions,
  own: BuiltInProvider | undefined,
  addonId?: AddonId,
): Promise<void> {
  if (!own) return
  const say = addonId && report ? (line: string) => report(addonId, line) : log
  const { name } = own.offer
  try {
    await withTimeout(own.programs.provide(say), installTimeout, `the installation of ${name}`)
    await own.showAvailable()
  } catch (error) {
    if (error instanceof TimeoutError)
      throw new ProviderUnreachableError(
        'lost',
        `${name} is still being installed.`,
        installTimeout,
      )
    throw new ProviderUnreachableError('unsent', (error as Error).message, 0)
  }
  await own.worker.wake().catch(({ message }: Error) => {
    throw new ProviderUnreachableError('unsent', `${name} did not start: ${message}.`, 0)
  })
}
