import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backup, isBackupId } from '#protocol/databases/backups.ts'
import type { OpenFile } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'

type Of = Pick<Resource, 'id'>

/** Back-ups of a provider in a folder: for each a data file and a metadata file. */
export interface BackupFiles {
  /** Newest first. */
  list(resource: Of): Promise<Backup[]>
  /** Path of the data file. */
  pathOf(resource: Of, backupId: string): string
  /** Stores the metadata. */
  save(resource: Of, backup: Backup): Promise<void>
  /** Opens the data file, if it exists. */
  open(resource: Of, backupId: string): Promise<OpenFile | undefined>
  remove(resource: Of, backupId: string): Promise<void>
  removeAll(resource: Of): Promise<void>
}

export function backupFiles(folder: string, suffix: string): BackupFiles {
  const at = (resource: Of, name: string) => join(folder, resource.id, name)
  const pathOf = (resource: Of, backupId: string) => at(resource, `${backupId}.${suffix}`)
  return {
    async list(resource) {
      const names = await readdir(at(resource, '')).catch(() => [])
      const notes = names.filter((name) => name.endsWith('.json'))
      const read = (name: string) => readFile(at(resource, name), 'utf8').catch(() => undefined)
      const texts = await Promise.all(notes.map(read))
      return texts
        .filter((text) => text !== undefined)
        .map((text) => JSON.parse(text) as Backup)
        .toSorted((one, other) => other.date.localeCompare(one.date))
    },
    pathOf,
    async save(resource, backup) {
      await mkdir(at(resource, ''), { recursive: true, mode: 0o700 })
      const path = at(resource, `${backup.id}.json`)
      const file = await open(`${path}.draft`, 'w', 0o600)
      try {
        await file.writeFile(JSON.stringify(backup))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.draft`, path)
    },
    async open(resource, backupId) {
      if (!isBackupId(backupId)) return undefined
      const path = pathOf(resource, backupId)
      const found = await stat(path).catch(() => undefined)
      if (!found) return undefined
      const name = `${resource.id}-${backupId}.${suffix}`
      return { name, size: found.size, stream: createReadStream(path) }
    },
    async remove(resource, backupId) {
      await rm(pathOf(resource, backupId), { force: true })
      await rm(at(resource, `${backupId}.json`), { force: true })
    },
    removeAll: (resource) => rm(at(resource, ''), { recursive: true, force: true }),
  }
}
