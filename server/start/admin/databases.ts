import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/deadline.ts'
import type { Addon } from '#platform/addons/addon.ts'
import { ownOwner, type Provider } from '#platform/providers/provider.ts'
import type { Store } from '#platform/store.ts'
import { type Backup, readBackup } from '#protocol/backups.ts'
import { basicAuth } from '#protocol/basic-auth.ts'
import { resourceUrl } from '#protocol/partner-address.ts'
import { AdminError } from './context.ts'

const callTimeout = 60_000
const dumpTimeout = 3_600_000
const pageSize = 1000

/** Written beside the resources of a provider: it makes those anew whose servers are not there, from these back-ups. */
export const restoreFile = 'restore.json'

/** By the provider's name of a resource: the back-up that it is to be made from. */
export type RestoreList = Record<string, string>

/**
 * Has every provider of ours back up its resources, and copies what it knows of them with the new back-ups. The servers'
 * own files are left out: they change while they are read. Returns how many back-ups there are.
 */
export async function stageDatabases(
  data: string,
  stage: string,
  store: Store,
  say: (line: string) => void,
): Promise<number> {
  let count = 0
  for (const provider of await store.providers.listOf(ownOwner)) {
    const from = join(data, 'providers', provider.id)
    const hasResources = await stat(join(from, 'resources')).catch(() => undefined)
    if (!hasResources) continue
    const to = join(stage, 'providers', provider.id)
    await mkdir(to, { recursive: true, mode: 0o711 })
    const backups = await backUpAll(store, provider, say)
    await copyKnowledge(from, to)
    for (const [realId, backupId] of Object.entries(backups)) {
      await copyBackup(join(from, 'backups', realId), join(to, 'backups', realId), backupId)
    }
    await writeFile(join(to, restoreFile), JSON.stringify(backups), { mode: 0o600 })
    count += Object.keys(backups).length
  }
  return count
}

/** What a provider remembers: its resources, and the files beside them, such as keys. */
async function copyKnowledge(from: string, to: string): Promise<void> {
  await cp(join(from, 'resources'), join(to, 'resources'), { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isFile()) await cp(join(from, entry.name), join(to, entry.name))
  }
}

async function copyBackup(from: string, to: string, backupId: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const files = (await readdir(from)).filter((name) => name.startsWith(`${backupId}.`))
  for (const file of files) await cp(join(from, file), join(to, file))
}

/** Backs up the resources of a provider, one after the other. */
async function backUpAll(
  store: Store,
  provider: Provider,
  say: (line: string) => void,
): Promise<RestoreList> {
  const list: RestoreList = {}
  for (let offset = 0; ; offset += pageSize) {
    const page = { limit: pageSize, offset, states: ['ready', 'suspended'] as const }
    const addons = await store.addons.listOfProvider(provider.id, page)
    for (const addon of addons) {
      if (addon.realId === null) continue
      const backup = await backUp(provider, addon, addon.realId)
      if (!backup) continue
      say(`Backed up ${addon.name} (${addon.id}).`)
      list[addon.realId] = backup.id
    }
    if (addons.length < pageSize) return list
  }
}

/** The new back-up; nothing when the provider makes none or the add-on was deleted meanwhile. */
async function backUp(
  { id, manifest }: Provider,
  addon: Addon,
  realId: string,
): Promise<Backup | undefined> {
  const url = `${resourceUrl(manifest.api[addon.surroundings].base_url, realId)}/backups`
  const authorization = basicAuth({ id, password: manifest.api.password })
  const call = async (method: 'GET' | 'POST'): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(url, {
      method,
      headers: { authorization },
      signal: AbortSignal.timeout(callTimeout),
    })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  }
  const failed = (why: string) =>
    new AdminError(`${addon.name} (${addon.id}) could not be backed up: ${why}`)
  const begun = await call('POST').catch((error: Error) => {
    throw failed(`${id} does not answer (${error.message})`)
  })
  if ([404, 405, 410, 501].includes(begun.status)) return undefined
  const first = readBackup(begun.body)
  if (!first) throw failed(`${id} answered with ${begun.status}`)
  const latest = async () => {
    const { body } = await call('GET')
    const backups = Array.isArray(body) ? body.map(readBackup) : []
    const found = backups.find((each) => each?.id === first.id)
    return found?.status === 'running' ? undefined : (found ?? 'gone')
  }
  const ended = await until(latest, { deadline: dumpTimeout, every: 100, what: 'a back-up' })
  if (ended === 'gone' || ended.status !== 'success') throw failed('see the log of the server')
  return ended
}
