import { cp, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync, backup as snapshot } from 'node:sqlite'
import { createHostKey } from '#git/host-key.ts'
import { serverCommand } from '#kit/build-identity/server-command.ts'
import { lockHolderOf } from '#kit/concurrency/folder-lock.ts'
import { openDataFolder } from '#wiring/disk/data-folder.ts'
import { databasesMissing } from '#wiring/operation/backup-exit-code.ts'
import { openStore } from '#wiring/store.ts'
import { packArchive, testArchive } from './archive.ts'
import { stageArtifacts } from './artifacts.ts'
import { writeBackupManifest } from './backup-manifest.ts'
import { openStage, removeAbandonedStages } from './backup-staging.ts'
import {
  type AdminContext,
  AdminError,
  type Incomplete,
  type TenantWork,
  tenantWork,
} from './context.ts'
import { stageDatabases } from './databases.ts'
import { bundleRepositories } from './repositories.ts'

/** Files of the platform's identity: its keys and certificates. */
const identityFiles = ['secret.key', 'cookie.key', 'ca.pem', 'ca-key.pem', 'ssh-host-key']
/** Files that an operator may have deleted. */
const optionalFiles = ['admin.json']

/**
 * Writes everything that a second platform needs into one archive, while this one runs. The store is copied first:
 * later copies are at least as new, so nothing that the store refers to is missing.
 */
export async function backup(
  { settings, say }: AdminContext,
  file: string,
): Promise<number | Incomplete> {
  const { data } = settings
  if (settings.store !== 'sqlite') {
    throw new AdminError(
      'The facts are in PostgreSQL: back them up with pg_dump, and the data folder with them (docs/operating/postgresql.md).',
    )
  }
  await requireRunning(data)
  const parent = await stat(dirname(file)).catch(() => undefined)
  if (!parent?.isDirectory()) throw new AdminError(`There is no folder ${dirname(file)}.`)
  await removeAbandonedStages(data)
  const stage = await openStage(data)
  const work = tenantWork(say)
  const databaseWork = tenantWork(say)
  const fresh = `${file}.${process.pid}.new`
  try {
    say('Copying the store…')
    await copyStore(join(data, 'berth.sqlite'), join(stage, 'berth.sqlite'))
    for (const name of identityFiles) await cp(join(data, name), join(stage, name))
    for (const name of optionalFiles) {
      await cp(join(data, name), join(stage, name)).catch(() => {})
    }
    const counts = await stageContents({ data, stage, say, work, databaseWork })
    await writeBackupManifest(stage, [...work.missing, ...databaseWork.missing])
    say('Writing the archive…')
    await packArchive(stage, fresh)
    await testArchive(fresh)
    await syncFile(fresh)
    await rename(fresh, file)
    const { size } = await stat(file)
    const megabytes = (size / 1024 / 1024).toFixed(1)
    say(
      `${file}: ${counts.repositories} repositories, ${counts.artifacts} artifacts, ${counts.databases} databases, ${megabytes} MB. Logs and earlier back-ups of databases are not in it.`,
    )
    say('It holds every secret of this platform: keep it where nobody else can read it.')
    if (work.missing.length > 0) return work.missing.length + databaseWork.missing.length
    return { failed: databaseWork.missing.length, code: databasesMissing }
  } finally {
    await rm(stage, { recursive: true, force: true })
    await rm(fresh, { force: true })
  }
}

/** Databases are dumped by their providers, which run only with the server. */
async function requireRunning(data: string): Promise<void> {
  const holder = await stat(join(data, 'berth.sqlite')).then(
    () => lockHolderOf(data),
    () => undefined,
  )
  if (holder !== undefined) return
  throw new AdminError(
    `No server runs on ${data}: start it first. After \`${serverCommand('--stop-all')}\` nothing runs, and the folder can be copied as it is.`,
  )
}

/** A consistent copy, including the write-ahead log. */
async function copyStore(from: string, to: string): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const database = new DatabaseSync(from, { readOnly: true })
  stack.defer(() => database.close())
  await snapshot(database, to)
}

async function stageContents(places: {
  data: string
  stage: string
  say: (line: string) => void
  work: TenantWork
  databaseWork: TenantWork
}): Promise<{ repositories: number; artifacts: number; databases: number }> {
  const { data, stage, say, work, databaseWork } = places
  const folder = await openDataFolder(stage, createHostKey)
  const store = await openStore(folder)
  try {
    const applications = await store.applications.listAll()
    say(`Copying the repositories and artifacts of ${applications.length} applications…`)
    await mkdir(join(stage, 'repositories'), { recursive: true, mode: 0o700 })
    const repositories = await bundleRepositories(data, stage, applications, work)
    const artifacts = await stageArtifacts(data, stage, store, applications)
    const databases = await stageDatabases(data, stage, store, { say, work: databaseWork })
    return { repositories, artifacts, databases }
  } finally {
    await store.close()
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
