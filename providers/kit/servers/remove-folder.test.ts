import assert from 'node:assert/strict'
import {
  lchown,
  link,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runProgram } from '#providers/kit/process/run-program.ts'
import { home } from '#providers/kit/process/sandbox.ts'
import { systemUser } from '#providers/kit/process/system-user.ts'
import { removeServerFolder } from './remove-folder.ts'

test('remove server folder: deletes the folder, and nothing that its user has linked to', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'berth-remove-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  const [treasure, folder] = [join(root, 'treasure'), join(root, 'server')]
  const cluster = join(folder, 'cluster')
  await mkdir(treasure)
  await writeFile(join(treasure, 'gold'), 'ours')
  await mkdir(cluster, { recursive: true })
  await writeFile(join(folder, 'server.log'), '')
  const user = (await systemUser('redis')) ?? assert.fail('this test needs root')
  await symlink(treasure, join(cluster, 'link'))
  await symlink(join(treasure, 'gold'), join(cluster, '-rf'))
  await link(join(treasure, 'gold'), join(cluster, 'hard'))
  await lchown(cluster, user.uid, user.gid)
  // Like a hostile server: inaccessible folders, pipes, names with special characters.
  const options = { folder: cluster, user }
  for (const command of [
    ['mkdir', '--parents', `${home}/shut/inner`, `${home}/a\nb`],
    ['mkfifo', `${home}/pipe`],
    ['chmod', '000', `${home}/shut/inner`, `${home}/shut`],
  ] as [string, ...string[]][])
    await runProgram(command, options)
  await removeServerFolder(folder)
  await assert.rejects(stat(folder), { code: 'ENOENT' })
  assert.equal(await readFile(join(treasure, 'gold'), 'utf8'), 'ours')
  await removeServerFolder(folder)
})
