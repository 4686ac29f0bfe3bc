import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createHostKey } from '#git/host-key.ts'
import { serverCommand } from '#kit/build-identity/server-command.ts'
import { lockFolder } from '#kit/concurrency/folder-lock.ts'
import { isSameProcess } from '#kit/process/process-identity.ts'
import { makeDataFolder, openDataFolder } from '#wiring/disk/data-folder.ts'
import { openStore } from '#wiring/store.ts'
import { unpackArchive } from './archive.ts'
import { backupManifest, readBackupManifest } from './backup-manifest.ts'
import { type AdminContext, AdminError, tenantWork } from './context.ts'
import { unbundleRepositories } from './repositories.ts'

/** Files that a start, or this command, may leave in an otherwise empty folder. */
const leftovers = new Set(['server.lock', 'server.pid', 'server.lock-journal'])

/**
 * Fills an empty data folder from an archive. The next start does the rest: it starts releases with an artifact, builds
 * the others, and makes the providers restore their databases.
 */
export async function restore({ settings, say }: AdminContext, file: string): Promise<number> {
  const { data } = settings
  if (settings.store !== 'sqlite') {
    throw new AdminError(
      'An archive is restored into SQLite: restore without BERTH_STORE, then copy the facts with `admin copy-store`.',
    )
  }
  if (!(await stat(file).catch(() => undefined))?.isFile()) {
    throw new AdminError(`There is no file ${file}.`)
  }
  const present = await readdir(data).catch((): string[] => [])
  if (present.some((name) => !leftovers.has(name))) {
    throw new AdminError(`${data} is not empty: set BERTH_DATA to an empty folder.`)
  }
  await mkdir(data, { recursive: true, mode: 0o711 })
  const held = await lockFolder(data)
  try {
    say('Unpacking…')
    await unpackArchive(file, data)
    const failed = await fill(data, say)
    say(`${data} is ready: start the server on it.`)
    return failed
  } catch (error) {
    for (const name of await readdir(data)) {
      if (!leftovers.has(name)) await rm(join(data, name), { recursive: true, force: true })
    }
    throw error
  } finally {
    await held.release()
  }
}

/** Removes the PID files of providers; returns whether one still runs, which belongs to the original platform. */
async function forgetProviders(folder: string): Promise<boolean> {
  let isRunning = false
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name, 'process.json')
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    isRunning ||= isSameProcess(JSON.parse(text))
    await rm(file)
  }
  return isRunning
}

/** Says what the archive has never had. */
async function reportMissing(data: string, say: (line: string) => void): Promise<void> {
  const manifest = await readBackupManifest(data)
  for (const what of manifest?.missing ?? []) say(`Not in this archive: ${what}.`)
  await rm(join(data, backupManifest), { force: true })
}

/** Returns the number of items that could not be restored. */
async function fill(data: string, say: (line: string) => void): Promise<number> {
  if (!(await stat(join(data, 'berth.sqlite')).catch(() => undefined))) {
    throw new AdminError('This is not a Berth archive: it has no store.')
  }
  await rm(join(data, 'process.json'), { force: true })
  await reportMissing(data, say)
  if (await forgetProviders(join(data, 'providers'))) {
    throw new AdminError(
      `The platform of this archive still runs on this machine, and restored applications would write to its databases: end it first (Ctrl-C, or \`${serverCommand('--stop-all')}\`), or restore on another machine.`,
    )
  }
  await makeDataFolder(data)
  const store = await openStore(await openDataFolder(data, createHostKey))
  try {
    const applications = await store.applications.listAll()
    say(`Making the repositories of ${applications.length} applications…`)
    const work = tenantWork(say)
    await unbundleRepositories(data, applications, work)
    return work.missing.length
  } finally {
    await store.close()
  }
}
