import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SharedTree } from '#engines/process/builds/dependencies/dependency-trees.ts'
import type { BuiltImage } from '#engines/process/builds/image/built-image.ts'
import type { Parts } from '#engines/process/parts.ts'
import { type Identity, parseIdentity, thisBoot } from '#engines/process/processes/processes.ts'
import { overlayDirs } from '#engines/process/sandbox/overlay.ts'

/** Resources of an instance on the machine, written to its folder before they are allocated. Contains no variables. */
export interface InstanceRecord {
  instanceId: string
  applicationId: string
  isSandboxed: boolean
  /** Its port on the machine; absent when it has its own network namespace. */
  port?: number
  /** Folders of its control groups. */
  groups: string[]
  /** The shared dependency tree that it uses. */
  tree?: SharedTree
  /** The layer of dependencies that its overlay has below the artifact. */
  layer?: string
  /** The artifact that is the lowerdir of its overlay; absent when it has a copy. */
  over?: string
  /** The application that its artifact was built for, if that is another one: its folder has that name. */
  builtFor?: string
  /** Boot id of the machine when it was made. */
  boot?: string
  /** The image of which its files are the root. */
  image?: BuiltImage
}

/** Name of the file that is the `/etc/hosts` of an instance. */
export const hostsFile = 'hosts'

/** Paths in an instance's folder. */
export const instanceFiles = (folder: string) => ({
  record: join(folder, 'instance.json'),
  mountTable: join(folder, 'mounts'),
  identity: join(folder, 'identity'),
  exit: join(folder, 'exit'),
  /** Folder of the output files. */
  ring: join(folder, 'output'),
  place: join(folder, 'output.place'),
  launchErrors: join(folder, 'launch-errors'),
  hosts: join(folder, hostsFile),
  app: join(folder, 'app'),
  home: join(folder, 'home'),
  tmp: join(folder, 'tmp'),
  upperdir: join(folder, overlayDirs.upperdir),
})

/** `undefined` when there is none, or it is not one that this version can read. */
export async function readRecord(folder: string): Promise<InstanceRecord | undefined> {
  const text = await readFile(instanceFiles(folder).record, 'utf8').catch(() => '')
  try {
    const record = JSON.parse(text) as Partial<InstanceRecord> | null
    return Array.isArray(record?.groups) ? (record as InstanceRecord) : undefined
  } catch {
    return undefined
  }
}

export async function writeRecord(folder: string, record: InstanceRecord): Promise<void> {
  const { record: path } = instanceFiles(folder)
  await writeFile(`${path}.new`, JSON.stringify(record), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** PID and start time of the launcher, once written. */
export async function readIdentity(folder: string): Promise<Identity | undefined> {
  return parseIdentity(await readFile(instanceFiles(folder).identity, 'utf8').catch(() => ''))
}

/** Exit code that the launcher wrote, once complete. */
export async function readExitCode(folder: string): Promise<number | undefined> {
  const text = await readFile(instanceFiles(folder).exit, 'utf8').catch(() => '')
  return /^\d+\n$/.test(text) ? Number(text) : undefined
}

/** Errors of the launcher, in one line; empty when there were none. */
export async function readLaunchErrors(folder: string): Promise<string> {
  const text = await readFile(instanceFiles(folder).launchErrors, 'utf8').catch(() => '')
  return text.trim().replaceAll('\n', '; ')
}

/** Whether the output is in a ring of files; an earlier version wrote it to one unbounded file. */
export async function hasOutputRing(folder: string): Promise<boolean> {
  const facts = await stat(instanceFiles(folder).ring).catch(() => undefined)
  return facts?.isDirectory() ?? false
}

/** Makes room for the output ring of the next launch. */
export async function dropOutdatedOutput(folder: string): Promise<void> {
  const { ring, place } = instanceFiles(folder)
  if (await hasOutputRing(folder)) return
  for (const path of [ring, place]) await rm(path, { force: true })
}

export async function listFolders(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/**
 * Record of an exited instance, to restart from. After a reboot its overlay may be corrupted, so its folder is dropped.
 */
export async function findRemaining(
  { trash }: Pick<Parts, 'trash'>,
  folder: string,
): Promise<InstanceRecord | undefined> {
  const record = await readRecord(folder)
  if (record?.over === undefined || record.boot === thisBoot) return record
  await trash.throwAway(folder)
  return undefined
}
