import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { writeDurably } from '#kit/durable-file.ts'
import type { Made } from '#providers/kit/definition.ts'
import type { Ledger } from '#providers/kit/ledger.ts'
import type { Resource } from '#providers/kit/resource.ts'
import type { VendorApi } from '#providers/kit/vendor.ts'

export interface RestoreOptions {
  /** The folder of the provider. */
  folder: string
  ledger: Ledger
  vendor: Pick<VendorApi, 'putConfig'>
  /** The file of a back-up. */
  pathOf(resource: Resource, backupId: string): string
  /** Makes a resource anew from a file, with the password that it has; its server may be at another port now. */
  recreate(resource: Resource, path: string): Promise<Made>
  onProblem(problem: unknown): void
}

/**
 * Makes those resources anew that came in an archive of the whole platform, without their servers: `restore.json` names the
 * back-up of each. What is done leaves the list at once, so that a crash costs one of them at most; what fails is tried
 * again at the next start.
 */
export async function restoreResources(options: RestoreOptions): Promise<void> {
  const path = join(options.folder, 'restore.json')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const left = new Map(Object.entries(JSON.parse(text) as Record<string, string>))
  for (const [id, backupId] of [...left]) {
    try {
      await restoreOne(options, id, backupId)
      left.delete(id)
      await writeDurably(path, JSON.stringify(Object.fromEntries(left)))
    } catch (cause) {
      options.onProblem(new Error(`${id} could not be restored`, { cause }))
    }
  }
  if (left.size === 0) await rm(path, { force: true })
}

async function restoreOne(options: RestoreOptions, id: string, backupId: string): Promise<void> {
  const { ledger, vendor, pathOf, recreate } = options
  const resource = await ledger.byId(id)
  if (resource?.state !== 'ready') return
  const { config } = await recreate(resource, pathOf(resource, backupId))
  if (isDeepStrictEqual(config, resource.config)) return
  await ledger.save({ ...resource, config })
  await vendor.putConfig(resource.addonId, config)
}
