import { glob, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TimeoutError, withTimeout } from '#kit/concurrency/timeout.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import { freePort } from '#kit/net/free-port.ts'
import { type AddonId, isAddonId } from '#platform/ids.ts'
import {
  type ProviderCall,
  type ProviderClient,
  ProviderUnreachableError,
} from '#platform/providers/calls/provider-client.ts'
import type { Provider } from '#platform/providers/provider.ts'
import type { Store } from '#platform/store.ts'
import { isObject } from '#protocol/json-value.ts'
import type { Settings } from '#settings.ts'
import { addonsIdentity } from '#start/addons/addons-identity.ts'
import { type FoundOffer, readOffers } from './offer.ts'
import { ProviderProcess } from './provider-process.ts'
import { register } from './register.ts'
import {
  type InstallPackage,
  type RequiredPrograms,
  requiredPrograms,
} from './required-programs.ts'

export interface OwnProvidersOptions {
  store: Store
  clock: () => number
  /** Where each provider has a folder of its own. */
  folder: string
  /** The host in the URIs of what runs on this machine, once it is known. */
  addonsHost: () => string
  /** How else the servers of add-ons are reached. */
  addons: Pick<Settings, 'addonsBind' | 'addonsPorts'>
  /** Signs the certificates of their servers. */
  authority: Identity
  /** Where their programs and offers are; those that come with the platform when absent. */
  programs?: string
  /** Where the API is, once it is open. */
  apiUrl: () => string
  environment: Record<string, string>
  /** The key by which a provider encrypts what it remembers. */
  keyFor: (providerId: string) => Buffer
  log: (line: string) => void
  /** Installs the servers of a provider when they are first needed; absent where that may or can not be done. */
  install?: InstallPackage | undefined
  /** Brings a line to the log of an add-on. */
  report?: (addonId: AddonId, line: string) => void
  /** How long an order waits for an installation before it is answered, in milliseconds. */
  installTimeout?: number
}

const usualInstallTimeout = 90_000

/** The providers that come with the platform. */
export interface OwnProviders {
  /** Starts those that have something to look after. */
  begin(): Promise<void>
  /** The same providerClient, with ours awake before they are called, and called by `near`, wherever others may be. */
  around(providerClient: ProviderClient, near: ProviderClient): ProviderClient
  close(extent: 'server' | 'everything'): Promise<void>
}

interface Own {
  offer: FoundOffer
  folder: string
  port: number
  programs: RequiredPrograms
  /** Shows the offer in the catalogue as what it is once its programs are there. */
  showAvailable(): Promise<void>
  worker: ProviderProcess
}

/** Ends the servers that the providers of a platform have left; whether there were any. */
export async function endLeftServers(
  options: Omit<OwnProvidersOptions, 'apiUrl'>,
): Promise<boolean> {
  const names = await readdir(options.folder).catch(() => [])
  const left = await Promise.all(names.map((name) => hasServers(join(options.folder, name))))
  if (!left.includes(true)) return false
  const own = await openOwnProviders({ ...options, apiUrl: () => nowhere })
  await own.close('everything')
  return true
}

/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:9'

/** Each server of a provider has its number in a file as long as nobody has ended it. */
async function hasServers(folder: string): Promise<boolean> {
  for await (const _ of glob(['*/process.json', '*/*/process.json'], { cwd: folder })) return true
  return false
}

export async function openOwnProviders(options: OwnProvidersOptions): Promise<OwnProviders> {
  const all = await Promise.all(
    (await readOffers(options.programs)).map((offer) => openOne(options, offer)),
  )
  const isBusy = async ({ offer }: Own) =>
    (await options.store.addons.countOfProvider(offer.id)) > 0
  const called = ({ url, credentials }: Pick<ProviderCall, 'url' | 'credentials'>) =>
    all.find(({ port, offer }) => offer.id === credentials.id && new URL(url).host === hostOf(port))
  return {
    async begin() {
      const busy = await Promise.all(all.map(isBusy))
      for (const [at, own] of all.entries()) {
        // Add-ons that came from another machine find their server missing here.
        const begin = async () => {
          await own.programs.provide(options.log)
          await own.worker.wake()
        }
        if (busy[at]) void begin().catch(({ message }: Error) => options.log(message))
      }
    },
    around: (providerClient, near) => ({
      objectionTo: providerClient.objectionTo,
      async call(call, signal) {
        const own = called(call)
        await awaken(options, own, orderedIn(call.body))
        return (own ? near : providerClient).call(call, signal)
      },
      async open(call, signal) {
        const own = called(call)
        await awaken(options, own)
        return (own ? near : providerClient).open(call, signal)
      },
    }),
    async close(extent) {
      const ending = all.map(async (own) => {
        // What it serves customers with may go on without it, and only it can end that.
        if (extent === 'everything' && (await hasServers(own.folder)))
          await own.worker.wake().catch(({ message }: Error) => options.log(message))
        await own.worker.close(extent === 'everything' ? 'SIGINT' : 'SIGTERM')
      })
      await Promise.all(ending)
    },
  }
}

/** An order that waits longer for an installation is answered, and asked again until the server is there. */
async function awaken(
  { report, log, installTimeout = usualInstallTimeout }: OwnProvidersOptions,
  own: Own | undefined,
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

/** The add-on that the body of an order is about. */
function orderedIn(body: unknown): AddonId | undefined {
  if (!isObject(body)) return undefined
  const { addon_id: id } = body
  return typeof id === 'string' && isAddonId(id) ? id : undefined
}

const hostOf = (port: number) => `127.0.0.1:${port}`

async function openOne(options: OwnProvidersOptions, offer: FoundOffer): Promise<Own> {
  const { store, clock, environment, addonsHost, apiUrl, log } = options
  const folder = join(options.folder, offer.id)
  const port = await portFor(await store.providers.find(offer.id))
  const programs = requiredPrograms(offer, options.install)
  let found = await programs.look()
  const show = () =>
    register(store, offer, { address: `http://${hostOf(port)}`, now: clock(), ...found })
  const manifest = await show()
  const worker = new ProviderProcess({
    id: offer.id,
    node: process.execPath,
    main: offer.main,
    folder,
    environment,
    log,
    async prepare() {
      await mkdir(folder, { recursive: true, mode: 0o711 })
      // Where earlier versions have put the same, in plaintext.
      await rm(join(folder, 'provider.json'), { force: true })
      const key = options.keyFor(offer.id).toString('hex')
      const { addonsBind, addonsPorts } = options.addons
      const tls = await addonsIdentity(options.authority, folder, addonsHost())
      const access = { bind: addonsBind, ports: addonsPorts, tls }
      return { manifest, port, addonsHost: addonsHost(), access, apiUrl: apiUrl(), key }
    },
  })
  return {
    offer,
    folder,
    port,
    programs,
    worker,
    async showAvailable() {
      if (found.isInstalled) return
      found = await programs.look()
      await show()
    },
  }
}

/** The port that it had, if that is still free: add-ons do not remember it, but its panel's visitors may. */
async function portFor(known: Provider | undefined): Promise<number> {
  const port = known ? Number(new URL(known.manifest.api.production.base_url).port) : 0
  return freePort(port)
}
