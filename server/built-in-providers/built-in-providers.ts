import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { atOrigin } from '#kit/net/web-address.ts'
import { type AddonId, isAddonId } from '#platform/model/ids.ts'
import type { ProviderCall, ProviderClient } from '#platform/model/marketplace/provider-client.ts'
import { isObject } from '#protocol/json-value.ts'
import {
  type BuiltInProvider,
  type BuiltInProvidersOptions,
  hasServers,
  openBuiltInProvider,
  wakeProvider,
} from './built-in-provider.ts'
import { searchPrograms } from './search-programs.ts'

/** The built-in providers. */
export interface BuiltInProviders {
  /** Starts those that have add-ons. */
  begin(): Promise<void>
  /**
   * Wraps the client so that built-in providers are started before a call, and called by `near`, whatever the
   * restrictions.
   */
  around(providerClient: ProviderClient, near: ProviderClient): ProviderClient
  /** Each with its process, if it runs, and whether it has add-ons. */
  status(): Promise<{ id: string; pid: number | undefined; isNeeded: boolean }[]>
  close(extent: 'server' | 'everything'): Promise<void>
}

/** Stops the servers that a platform's providers have left; returns whether there were any. */
export async function endLeftServers(
  options: Omit<BuiltInProvidersOptions, 'apiUrl'>,
): Promise<boolean> {
  const names = await readdir(options.folder).catch(() => [])
  const left = await Promise.all(names.map((name) => hasServers(join(options.folder, name))))
  if (!left.includes(true)) return false
  const own = await openBuiltInProviders({ ...options, apiUrl: () => nowhere })
  await own.close('everything')
  return true
}

/** An address where nothing listens. */
const nowhere = 'http://127.0.0.1:9'

export async function openBuiltInProviders(
  options: BuiltInProvidersOptions,
): Promise<BuiltInProviders> {
  const searched = await (options.searched ?? searchPrograms(options))
  const all = await Promise.all(searched.map((each) => openBuiltInProvider(options, each)))
  const isBusy = async ({ offer }: BuiltInProvider) =>
    (await options.store.addons.countOfProvider(offer.id)) > 0
  const called = ({ url, credentials }: Pick<ProviderCall, 'url' | 'credentials'>) =>
    all.find(({ offer, isAt }) => offer.id === credentials?.id && isAt(new URL(url).host))
  return {
    async begin() {
      const busy = await Promise.all(all.map(isBusy))
      for (const [at, own] of all.entries()) {
        // Add-ons from another machine find their server missing here.
        const begin = async () => {
          await own.programs.provide(options.log)
          await own.worker.wake()
        }
        if (busy[at]) void begin().catch(({ message }: Error) => options.log(message))
      }
    },
    around: (providerClient, near) => ({
      objectionTo: providerClient.objectionTo,
      post: providerClient.post,
      async call(call, signal) {
        const own = called(call)
        await wakeProvider(options, own, orderedIn(call.body))
        if (!own) return providerClient.call(call, signal)
        const body = withLocalCallback(call.body, options.apiUrl())
        return near.call({ ...sentTo(own, call), body }, signal)
      },
      async open(call, signal) {
        const own = called(call)
        await wakeProvider(options, own)
        return own ? near.open(sentTo(own, call), signal) : providerClient.open(call, signal)
      },
      async upgrade(call, signal) {
        const own = called(call)
        await wakeProvider(options, own)
        return own ? near.upgrade(sentTo(own, call), signal) : providerClient.upgrade(call, signal)
      },
    }),
    status: () =>
      Promise.all(
        all.map(async (own) => ({
          id: own.offer.id,
          pid: own.worker.pid,
          isNeeded: await isBusy(own),
        })),
      ),
    async close(extent) {
      const ending = all.map(async (own) => {
        // Servers of add-ons may outlive their provider, and only the provider can stop them.
        if (extent === 'everything' && (await hasServers(own.folder)))
          await own.worker.wake().catch(({ message }: Error) => options.log(message))
        await own.worker.close(extent === 'everything' ? 'SIGINT' : 'SIGTERM')
      })
      await Promise.all(ending)
    },
  }
}

function sentTo<Call extends { url: string }>(own: BuiltInProvider, call: Call): Call {
  const url = new URL(call.url)
  url.host = own.host()
  return { ...call, url: String(url) }
}

/** The body of an order with a callback that needs no name server; others stay as they are. */
function withLocalCallback(body: unknown, apiUrl: string): unknown {
  if (!isObject(body) || typeof body.callback_url !== 'string') return body
  return { ...body, callback_url: atOrigin(body.callback_url, apiUrl) }
}

/** Id of the add-on in the body of an order. */
function orderedIn(body: unknown): AddonId | undefined {
  if (!isObject(body)) return undefined
  const { addon_id: id } = body
  return typeof id === 'string' && isAddonId(id) ? id : undefined
}
