import { basicAuth } from '#kit/net/basic-auth.ts'
import { isObject } from '#protocol/json-value.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import type { AddonDetail, AddonEntry, LogCollector } from '#protocol/vendor.ts'

/** Calls of a provider to the platform, about its own add-ons. */
export interface PlatformClient {
  /** Every add-on, page by page. */
  list(): AsyncGenerator<AddonEntry>
  detail(addonId: string): Promise<AddonDetail>
  /** Changes the variables of an add-on; only keys of the manifest. Linked applications restart. */
  putConfig(addonId: string, config: Record<string, string>): Promise<void>
  /** Completes a plan change that was answered with 202. */
  finishMigration(
    addonId: string,
    done: { planId?: string; region?: string; config: Record<string, string> },
  ): Promise<void>
  /** Charges usage to the owner's account, in euros. */
  consume(addonId: string, cost: number): Promise<void>
  /** Log endpoint of the add-on, for `sendLogs`. */
  logCollector(addonId: string): Promise<LogCollector>
}

/** The platform rejected the call. */
export class ProviderRefusalError extends Error {
  readonly status: number

  constructor(what: string, status: number, said: string) {
    super(`${what}: ${status} ${said.slice(0, 300)}`)
    this.name = 'ProviderRefusalError'
    this.status = status
  }
}

const timeout = 30_000

/** Client of `{api_url}/v2/vendor` with the credentials of a manifest. */
export function platformClient(
  apiUrl: string,
  { id, api }: Pick<Manifest, 'id'> & { api: Pick<Manifest['api'], 'password'> },
): PlatformClient {
  const root = `${apiUrl.replace(/\/+$/, '')}/v2/vendor/apps`
  const authorization = basicAuth({ id, password: api.password })

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${root}${path}`, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    const text = await response.text()
    if (!response.ok) throw new ProviderRefusalError(`${method} ${path}`, response.status, text)
    return text === '' ? undefined : JSON.parse(text)
  }

  const at = (addonId: string) => `/${encodeURIComponent(addonId)}`
  return {
    async *list() {
      for (let offset = 0; ; ) {
        const entries = await call('GET', `?offset=${offset}`)
        if (!Array.isArray(entries) || entries.length === 0) return
        yield* entries.filter(isObject) as unknown as AddonEntry[]
        offset += entries.length
      }
    },
    detail: async (addonId) => (await call('GET', at(addonId))) as AddonDetail,
    async putConfig(addonId, config) {
      await call('PUT', at(addonId), { config })
    },
    async finishMigration(addonId, { planId, region, config }) {
      const query = new URLSearchParams()
      if (planId) query.set('plan_id', planId)
      if (region) query.set('region', region)
      await call('PUT', `${at(addonId)}/migration_callback?${query}`, { config })
    },
    async consume(addonId, cost) {
      await call('POST', `${at(addonId)}/consumptions`, { cost })
    },
    logCollector: async (addonId) =>
      (await call('GET', `${at(addonId)}/logscollector`)) as LogCollector,
  }
}
