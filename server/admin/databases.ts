import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { ownOwner, type Provider } from '#platform/model/marketplace/provider.ts'
import type { Store } from '#platform/model/store.ts'
import { type Backup, readBackup } from '#protocol/databases/backups.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import type { TenantWork } from './context.ts'

const callTimeout = 60_000
const dumpTimeout = 3_600_000
/** Of all dumps together: tenants who hold theirs up must not hold up an upgrade, which waits for 6 h. */
const allDumpsTimeout = 4 * 3_600_000
const pageSize = 1000

interface ReportContext {
  say: (line: string) => void
  work: TenantWork
}

/** Written beside the resources of a provider, which recreates missing servers from these back-ups. */
const restoreFile = 'restore.json'

/** By resource id of the provider: the back-up to restore from. */
export type RestoreList = Record<string, string>

/**
 * Makes every built-in provider back up its resources, and copies its records with the new back-ups. Data files of the
 * servers are left out, because they change while they are read. Returns the number of back-ups.
 */
export async function stageDatabases(
  data: string,
  stage: string,
  store: Store,
  { say, work }: ReportContext,
): Promise<number> {
  let count = 0
  const deadline = performance.now() + allDumpsTimeout
  for (const provider of await store.providers.listOf(ownOwner)) {
    const from = join(data, 'providers', provider.id)
    const hasResources = await stat(join(from, 'resources')).catch(() => undefined)
    if (!hasResources) continue
    const to = join(stage, 'providers', provider.id)
    await mkdir(to, { recursive: true, mode: 0o711 })
    const copy = (realId: string, backupId: string) =>
      copyBackup(join(from, 'backups', realId), join(to, 'backups', realId), backupId)
    const backups = await backUpAll(store, provider, { say, work, copy, deadline })
    await copyKnowledge(from, to)
    await writeFile(join(to, restoreFile), JSON.stringify(backups), { mode: 0o600 })
    count += Object.keys(backups).length
  }
  return count
}

/** Records of a provider: its resources, and files beside them, such as keys. */
async function copyKnowledge(from: string, to: string): Promise<void> {
  await mkdir(join(to, 'resources'), { mode: 0o700 })
  for (const name of await readdir(join(from, 'resources'))) {
    // Other files are temporary, and renamed at any moment.
    if (!name.endsWith('.json')) continue
    await cp(join(from, 'resources', name), join(to, 'resources', name)).catch(() => {})
  }
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isFile()) await cp(join(from, entry.name), join(to, entry.name))
  }
}

async function copyBackup(from: string, to: string, backupId: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const files = (await readdir(from)).filter((name) => name.startsWith(`${backupId}.`))
  if (files.length < 2) throw new Error('its file is gone')
  for (const file of files) await cp(join(from, file), join(to, file))
}

interface DumpContext {
  copy(realId: string, backupId: string): Promise<void>
  /** By `performance.now()`. */
  deadline: number
}

/** Backs up the resources of a provider, one after the other. */
async function backUpAll(
  store: Store,
  provider: Provider,
  { say, work, copy, deadline }: ReportContext & DumpContext,
): Promise<RestoreList> {
  const list: RestoreList = {}
  for (let offset = 0; ; offset += pageSize) {
    const page = { limit: pageSize, offset, states: ['ready', 'suspended'] as const }
    const addons = await store.addons.listOfProvider(provider.id, page)
    for (const addon of addons) {
      if (addon.realId === null) continue
      const { realId } = addon
      await work.attempt(`a fresh back-up of ${addon.name} (${addon.id})`, async () => {
        const calls = backupCalls(provider, addon, realId)
        try {
          const left = deadline - performance.now()
          if (left <= 0) throw new Error('the dumps before it took too long')
          const backup = await backUp(calls, Math.min(left, dumpTimeout))
          if (!backup) return
          // Copied at once: it is deleted with its add-on, possibly while others are dumped.
          await copy(realId, backup.id)
          list[realId] = backup.id
        } catch (error) {
          // An older back-up is better than none.
          const [last] = (await calls.list()).filter(({ status }) => status === 'success')
          if (last) {
            await copy(realId, last.id)
            list[realId] = last.id
          }
          const instead = last ? `; the one of ${last.date} is taken instead` : ''
          throw new Error((error as Error).message + instead, { cause: error })
        }
        say(`Backed up ${addon.name} (${addon.id}).`)
      })
    }
    if (addons.length < pageSize) return list
  }
}

/** Calls to a provider about the back-ups of one resource. */
interface BackupCalls {
  /** Starts one; `undefined` when the provider makes none, or the resource was deleted meanwhile. */
  begin(): Promise<Backup | undefined>
  /** Newest first. */
  list(): Promise<Backup[]>
}

function backupCalls({ id, manifest }: Provider, addon: Addon, realId: string): BackupCalls {
  const url = `${resourceUrl(manifest.api[addon.surroundings].base_url, realId)}/backups`
  const authorization = basicAuth({ id, password: manifest.api.password })
  const call = async (method: 'GET' | 'POST'): Promise<{ status: number; body: unknown }> => {
    const signal = AbortSignal.timeout(callTimeout)
    const response = await fetch(url, { method, headers: { authorization }, signal })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  }
  return {
    async begin() {
      const { status, body } = await call('POST')
      if ([404, 405, 410, 501].includes(status)) return undefined
      const begun = readBackup(body)
      if (!begun) throw new Error(`${id} answered with ${status}`)
      return begun
    },
    async list() {
      const { body } = await call('GET')
      const backups = Array.isArray(body) ? body.map(readBackup) : []
      return backups
        .filter((each) => each !== undefined)
        .toSorted((one, other) => other.date.localeCompare(one.date))
    },
  }
}

/** Makes a back-up and waits for its end. */
async function backUp(calls: BackupCalls, timeout: number): Promise<Backup | undefined> {
  const begun = await calls.begin()
  if (!begun) return undefined
  const latest = async () => {
    const found = (await calls.list()).find(({ id }) => id === begun.id)
    return found?.status === 'running' ? undefined : (found ?? 'gone')
  }
  const ended = await until(latest, { timeout, every: 100, what: 'its end' })
  if (ended === 'gone' || ended.status !== 'success') {
    throw new Error('it could not be created; the log of the add-on says why')
  }
  return ended
}
