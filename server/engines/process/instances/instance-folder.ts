import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SharedTree } from '#engines/process/builds/dependencies/dependency-trees.ts'
import type { Parts } from '#engines/process/parts.ts'
import { type Identity, parseIdentity, thisBoot } from '#engines/process/processes/processes.ts'
import { overlayDirs } from '#engines/process/sandbox/overlay.ts'

/** What an instance holds on the machine, kept in its folder from before it holds it. No variable is in it. */
export interface InstanceRecord {
  instanceId: string
  applicationId: string
  isSandboxed: boolean
  /** Its port on the machine; absent when it has a network namespace of its own. */
  port?: number
  /** The folders of its control groups. */
  groups: string[]
  /** The shared dependency tree that it uses. */
  tree?: SharedTree
  /** The artifact that its folder lies over; absent when it has a copy. */
  over?: string
  /** The boot in which it was made. */
  boot?: string
}

/** The files of an instance's folder. */
export const instanceFiles = (folder: string) => ({
  record: join(folder, 'instance.json'),
  mountTable: join(folder, 'mounts'),
  identity: join(folder, 'identity'),
  exit: join(folder, 'exit'),
  /** The folder of the files that its output goes to. */
  ring: join(folder, 'output'),
  place: join(folder, 'output.place'),
  launchErrors: join(folder, 'launch-errors'),
  app: join(folder, 'app'),
  home: join(folder, 'home'),
  tmp: join(folder, 'tmp'),
  changes: join(folder, overlayDirs.changes),
})

export async function readRecord(folder: string): Promise<InstanceRecord | undefined> {
  const text = await readFile(instanceFiles(folder).record, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as InstanceRecord)
}

export async function writeRecord(folder: string, record: InstanceRecord): Promise<void> {
  const { record: path } = instanceFiles(folder)
  await writeFile(`${path}.new`, JSON.stringify(record), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** Who the launcher is, once it has said so. */
export async function readIdentity(folder: string): Promise<Identity | undefined> {
  return parseIdentity(await readFile(instanceFiles(folder).identity, 'utf8').catch(() => ''))
}

/** The exit code that the launcher left, once it is there as a whole. */
export async function readExitCode(folder: string): Promise<number | undefined> {
  const text = await readFile(instanceFiles(folder).exit, 'utf8').catch(() => '')
  return /^\d+\n$/.test(text) ? Number(text) : undefined
}

/** What the launcher said, in one line; empty when all went well. */
export async function readLaunchErrors(folder: string): Promise<string> {
  const text = await readFile(instanceFiles(folder).launchErrors, 'utf8').catch(() => '')
  return text.trim().replaceAll('\n', '; ')
}

export async function listFolders(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/**
 * What is left of an instance that has ended, to go on with. Changes over an artifact may be torn when the machine
 * went down in between, so they are thrown away.
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
