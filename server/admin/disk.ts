import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolders } from '#engines/process/folders.ts'
import { noLimits, sweep, trimArchives, trimTrees } from '#engines/process/sweep.ts'
import { openTrash } from '#engines/process/trash.ts'
import { createHostKey } from '#git/host-key.ts'
import { serverProgram } from '#kit/build-identity/server-command.ts'
import { systemClock } from '#kit/concurrency/clock.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'
import type { Settings } from '#settings/settings.ts'
import { openDataFolder } from '#wiring/disk/data-folder.ts'
import { trimToolchains } from '#wiring/disk/trim-toolchains.ts'
import { toolchainFolder } from '#wiring/engine.ts'
import { openStore } from '#wiring/store.ts'
import { type AdminContext, AdminError } from './context.ts'

/** Files used within the last hour may be in use by a build. */
const recently = 3_600_000
const removalTimeout = 600_000

interface GrowingFolder {
  /** Relative to the data folder. */
  name: string
  holds: string
  /** The setting that limits it, if any. */
  limit: string
  /** Whether `--free` removes files there. */
  canBeFreed?: true
}

/** All growing folders below the data folder. */
export const growingFolders: readonly GrowingFolder[] = [
  { name: 'berth.sqlite', holds: 'facts', limit: 'BERTH_AUDIT_AGE, BERTH_DELIVERY_AGE' },
  { name: 'metrics.sqlite', holds: 'metrics', limit: 'BERTH_METRICS_DISK_LIMIT' },
  { name: 'repositories', holds: 'sources', limit: 'BERTH_REPOSITORY_LIMIT each' },
  { name: 'logs', holds: 'lines of log', limit: 'BERTH_LOG_LIMIT and BERTH_LOG_AGE each' },
  { name: 'providers', holds: 'databases and their dumps', limit: 'the plan of each add-on' },
  { name: 'router', holds: 'routes and certificates', limit: '' },
  { name: 'nonces', holds: 'spent nonces', limit: 'the minutes in which they count' },
  {
    name: 'toolchains',
    holds: 'fetched tools',
    limit: 'BERTH_TOOLCHAIN_DISK_LIMIT',
    canBeFreed: true,
  },
  { name: 'engine/artifacts', holds: 'built releases', limit: 'BERTH_RELEASES_KEPT each' },
  {
    name: 'engine/instances',
    holds: 'what instances write',
    limit: 'BERTH_INSTANCE_DISK_LIMIT each',
  },
  { name: 'engine/builds', holds: 'builds under way', limit: 'BERTH_BUILD_DISK_LIMIT each' },
  {
    name: 'engine/trees',
    holds: 'shared dependency trees',
    limit: 'BERTH_TREE_DISK_LIMIT',
    canBeFreed: true,
  },
  {
    name: 'engine/installations',
    holds: "applications' own dependencies",
    limit: 'BERTH_TREE_DISK_LIMIT, with the shared ones',
    canBeFreed: true,
  },
  {
    name: 'engine/archives',
    holds: 'archives of packages',
    limit: 'BERTH_ARCHIVE_DISK_LIMIT',
    canBeFreed: true,
  },
  {
    name: 'engine/caches',
    holds: 'caches of package managers',
    limit: 'BERTH_BUILD_DISK_LIMIT each, 14 days',
    canBeFreed: true,
  },
  {
    name: 'engine/build-caches',
    holds: 'what build steps cache',
    limit: '1 GB each, 14 days',
    canBeFreed: true,
  },
  {
    name: 'engine/downloads',
    holds: 'fetched for private packages',
    limit: '14 days',
    canBeFreed: true,
  },
  { name: 'engine/compiled', holds: 'compiled tools', limit: '14 days' },
  { name: 'engine/trash', holds: 'waits to be removed', limit: '', canBeFreed: true },
]

/** Shows disk usage by folder; with `--free`, first removes what can be downloaded or made again. */
export async function disk({ settings, say }: AdminContext, option?: string): Promise<number> {
  const { data } = settings
  if (option !== undefined && option !== '--free') {
    throw new AdminError(`${option} is not an option of this command: use --free or nothing.`)
  }
  const isThere = await stat(join(data, 'secret.key')).catch(() => undefined)
  if (!isThere) throw new AdminError(`${data} is not a data folder.`)
  const before = await measureAll(settings)
  if (option === '--free') await free(settings)
  const after = option === '--free' ? await measureAll(settings) : before
  for (const [index, { name, holds, limit, canBeFreed }] of growingFolders.entries()) {
    const facts = [holds, limit && `limit: ${limit}`, canBeFreed && 'can be freed']
    const cells = [megabytes(after[index] ?? 0).padStart(12), name.padEnd(20)]
    say([...cells, facts.filter(Boolean).join('; ')].join('  '))
  }
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)
  say(`${megabytes(sum(after)).padStart(12)}  in all, below ${data}`)
  if (option === '--free') say(`Freed ${megabytes(Math.max(0, sum(before) - sum(after))).trim()}.`)
  else say(`\`${serverProgram()} admin disk --free\` removes what can be fetched or made again.`)
  return 0
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

const measureAll = (settings: Settings) =>
  Promise.all(
    growingFolders.map(({ name }) =>
      name === 'berth.sqlite' ? storeBytes(settings) : folderBytes(settings, name),
    ),
  )

async function folderBytes(settings: Settings, name: string): Promise<number> {
  const path = (below: string) => join(settings.data, below)
  const folder = name === 'toolchains' ? toolchainFolder(settings, path) : path(name)
  return (await measureTrees([folder])).bytes
}

async function storeBytes({ data }: Settings): Promise<number> {
  const files = ['', '-wal', '-shm'].map((end) => join(data, `berth.sqlite${end}`))
  const facts = await Promise.all(files.map((file) => stat(file).catch(() => undefined)))
  return facts.reduce((sum, each) => sum + (each?.size ?? 0), 0)
}

/** Safe while the server runs: files that a release or a build may use are kept. */
async function free(settings: Settings): Promise<void> {
  const clock = systemClock
  const folder = await openDataFolder(settings.data, createHostKey)
  const folders = await openFolders(folder.path('engine'))
  const problems: string[] = []
  const trash = openTrash(folders.trash, (problem) => problems.push(problem), {
    drainTimeout: removalTimeout,
  })
  const parts = { folders, trash }
  await sweep(parts, { unusedFor: recently, limits: noLimits, clock })
  await trimTrees(parts, 0, clock)
  await trimArchives(folders.archives, 0)
  const store = await openStore(folder, settings.store)
  try {
    await trimToolchains({ store, clock, settings, path: folder.path, maxBytes: 0 })
  } finally {
    await store.close()
  }
  await trash.empty()
  await trash.settle()
  if (problems.length > 0) throw new AdminError(problems.join('\n'))
}
