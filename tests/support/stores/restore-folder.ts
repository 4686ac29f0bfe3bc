import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runCommand } from '#tests/support/platform/command.ts'

/**
 * A folder for each version: the store as SQL, the keys, and the repository of its one application, which is not empty: variables, an add-on,
 * a domain, a webhook, a drain, an SSH key, releases.
 */
export const folders: string = new URL('./folders/', import.meta.url).pathname

/** Makes a data folder as a platform of that version left it. */
export async function restoreFolder(version: string, data: string): Promise<void> {
  const folder = join(folders, version)
  await mkdir(join(data, 'repositories'), { recursive: true })
  for (const file of ['secret.key', 'admin.json']) {
    await copyFile(join(folder, file), join(data, file))
  }
  // A dump writes tables in the order of their names.
  const options = { enableForeignKeyConstraints: false }
  const database = new DatabaseSync(join(data, 'berth.sqlite'), options)
  database.exec(await readFile(join(folder, 'berth.sql'), 'utf8'))
  const row = database.prepare('select id from applications').get()
  database.close()
  const repository = join(data, 'repositories', `${row?.id}.git`)
  const bundle = join(folder, 'repository.bundle')
  const clone = ['git', 'clone', '-q', '--bare', bundle, repository]
  const { code, output } = await runCommand(clone, { cwd: data, env: process.env })
  assert.equal(code, 0, output)
}
