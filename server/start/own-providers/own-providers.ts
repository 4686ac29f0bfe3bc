import { glob, mkdir, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { NoAnswer, type PartnerCall, type Partners } from '#platform/partners/partners.ts'
import type { Provider } from '#platform/providers/provider.ts'
import type { Store } from '#platform/store.ts'
import { findProgram, versionOf } from './find-program.ts'
import { type FoundOffer, readOffers } from './offer.ts'
import { ProviderProcess } from './provider-process.ts'
import { register } from './register.ts'

export interface OwnProvidersOptions {
  store: Store
  clock: () => number
  /** Where each provider has a folder of its own. */
  folder: string
  /** The name by which linked applications reach what runs on this machine, once it is known. */
  addonsHost: () => string
  /** Where their programs and offers are; those that come with the platform when absent. */
  programs?: string
  /** Where the API is, once it is open. */
  apiUrl: () => string
  environment: Record<string, string>
  /** The key by which a provider encrypts what it remembers. */
  keyFor: (providerId: string) => Buffer
  log: (line: string) => void
}

/** The providers that come with the platform. */
export interface OwnProviders {
  /** Starts those that have something to look after. */
  begin(): Promise<void>
  /** The same partners, with ours awake before they are called, and called by `near`, wherever others may be. */
  around(partners: Partners, near: Partners): Partners
  close(extent: 'server' | 'everything'): Promise<void>
}

interface Own {
  offer: FoundOffer
  folder: string
  port: number
  /** What to install, when it cannot work as it is. */
  missing: string | undefined
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
  const called = ({ url, credentials }: Pick<PartnerCall, 'url' | 'credentials'>) =>
    all.find(({ port, offer }) => offer.id === credentials.id && new URL(url).host === hostOf(port))
  return {
    async begin() {
      const busy = await Promise.all(all.map(isBusy))
      for (const [at, { worker }] of all.entries()) {
        if (busy[at]) void worker.wake().catch(({ message }: Error) => options.log(message))
      }
    },
    around: (partners, near) => ({
      objectionTo: partners.objectionTo,
      async call(call, signal) {
        const own = called(call)
        await awaken(own)
        return (own ? near : partners).call(call, signal)
      },
      async open(call, signal) {
        const own = called(call)
        await awaken(own)
        return (own ? near : partners).open(call, signal)
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

async function awaken(own: Own | undefined): Promise<void> {
  if (own?.missing) throw new NoAnswer('unsent', own.missing, 0)
  await own?.worker.wake().catch(({ message }: Error) => {
    throw new NoAnswer('unsent', `${own.offer.name} did not start: ${message}.`, 0)
  })
}

const hostOf = (port: number) => `127.0.0.1:${port}`

async function openOne(options: OwnProvidersOptions, offer: FoundOffer): Promise<Own> {
  const { store, clock, environment, addonsHost, apiUrl, log } = options
  const folder = join(options.folder, offer.id)
  const port = await portFor(await store.providers.find(offer.id))
  const { missing, version } = await lookAround(offer)
  const manifest = await register(store, offer, {
    ...{ address: `http://${hostOf(port)}`, now: clock(), missing, version },
  })
  const worker = new ProviderProcess({
    ...{ id: offer.id, node: process.execPath, main: offer.main, folder, environment, log },
    async prepare() {
      await mkdir(folder, { recursive: true, mode: 0o711 })
      // Where earlier versions have put the same, in plaintext.
      await rm(join(folder, 'provider.json'), { force: true })
      const key = options.keyFor(offer.id).toString('hex')
      return { manifest, port, addonsHost: addonsHost(), apiUrl: apiUrl(), key }
    },
  })
  return { offer, folder, port, missing, worker }
}

/** The port that it had, if that is still free: add-ons do not remember it, but its panel's visitors may. */
async function portFor(known: Provider | undefined): Promise<number> {
  const port = known ? Number(new URL(known.manifest.api.production.base_url).port) : 0
  return (await freePort(port)) ?? (await freePort(0)) ?? 0
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** What is there of what an offer requires: one sentence about what has to be installed, or the version that is. */
async function lookAround({ requires, name }: FoundOffer) {
  if (!requires) return { missing: undefined, version: undefined }
  const { programs, package: wanted, versionParts } = requires
  const [program] = (await Promise.all(programs.map(findProgram))).filter(Boolean)
  if (program === undefined) {
    const missing = `${name} is not installed on this machine: as root, apt-get install ${wanted}.`
    return { missing, version: undefined }
  }
  const version = versionParts === undefined ? undefined : await versionOf(program, versionParts)
  return { missing: undefined, version }
}
