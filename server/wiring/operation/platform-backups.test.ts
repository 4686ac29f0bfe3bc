import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { openObjectFiles } from '#stores/objects/object-files.ts'
import {
  type BackupArchives,
  folderArchives,
  readArchive,
  sharedArchives,
} from './backup-archives.ts'
import { openPlatformBackups } from './platform-backups.ts'

const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function open(
  program: string,
  archivesIn: (folder: string) => BackupArchives = folderArchives,
  now = () => Date.UTC(2026, 0, 2, 3, 4, 5),
) {
  const root = await mkdtemp(join(tmpdir(), 'berth-backups-'))
  folders.push(root)
  const folder = join(root, 'backups')
  const backups = openPlatformBackups({
    archives: archivesIn(folder),
    kept: 2,
    clock: now,
    command: (file) => ['sh', '-c', program, 'sh', file],
    environment: {},
    timeout: 300_000,
    log: () => {},
  })
  const ended = () =>
    until(() => backups.run?.state !== 'running', { timeout: 300_000, what: 'the end of it' })
  return { folder, backups, ended }
}

test('platform back-ups: one is made by the command, and only the newest are kept', async () => {
  const { folder, backups, ended } = await open('echo packing; echo archive > "$1"')
  assert.deepEqual([await backups.list(), backups.run], [[], undefined])
  await mkdir(folder)
  const old = ['berth-20250101T000000Z.tar.gz', 'berth-20250102T000000Z.tar.gz']
  for (const name of [...old, 'notes.txt']) await writeFile(join(folder, name), '')
  const run = await backups.begin()
  assert.equal(run.state, 'running')
  await ended()
  assert.deepEqual([backups.run?.state, backups.run?.lines], ['done', ['packing']])
  const names = (await backups.list()).map(({ name }) => name)
  assert.deepEqual(names, ['berth-20260102T030405Z.tar.gz', old[1]])
  assert.deepEqual((await readdir(folder)).sort(), [...names, 'notes.txt'].sort())
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  await backups.close()
})

test('platform back-ups: one at a time, and a failed one says why', async () => {
  const { backups, ended } = await open('read -r _ < /dev/null; echo MISSING: a database; exit 1')
  const [one, other] = await Promise.allSettled([backups.begin(), backups.begin()])
  assert.equal(one.status, 'fulfilled')
  assert.match(other.status === 'rejected' ? other.reason.message : '', /is being made/)
  await ended()
  assert.equal(backups.run?.state, 'failed')
  assert.deepEqual(backups.run.lines, ['MISSING: a database', 'It is not complete.'])
  assert.deepEqual(await backups.list(), [])
})

test('platform back-ups: the end of the server ends the one that is being made', async () => {
  const { backups } = await open('exec sleep 600')
  await backups.begin()
  await backups.close()
  assert.equal(backups.run?.state, 'failed')
  await assert.rejects(backups.begin(), /being stopped/)
})

test('platform back-ups: with an object store they are sent there, and nothing stays on the disk', async () => {
  const objects = await mkdtemp(join(tmpdir(), 'berth-objects-'))
  folders.push(objects)
  const store = openObjectFiles(objects)
  const { folder, backups, ended } = await open('echo archive > "$1"', (draft) =>
    sharedArchives({ store, address: 's3://bucket/prefix' }, draft),
  )
  assert.equal(backups.folder, 's3://bucket/prefix/backups')
  await mkdir(folder)
  const left = 'berth-20251231T000000Z.tar.gz'
  await writeFile(join(folder, left), 'of a crash')
  const old = ['berth-20250101T000000Z.tar.gz', 'berth-20250102T000000Z.tar.gz']
  for (const name of old) await writeFile(join(objects, name), '')
  await backups.begin()
  await ended()
  assert.equal(backups.run?.state, 'done')
  const name = 'berth-20260102T030405Z.tar.gz'
  assert.deepEqual(
    (await backups.list()).map((each) => [each.name, each.bytes]),
    [[name, 8]],
  )
  assert.deepEqual(await readdir(folder), [])
  assert.equal((await (await readArchive(store, name))?.content.toArray())?.join(''), 'archive\n')
  assert.equal(await readArchive(store, '../other'), undefined)
  assert.deepEqual((await readdir(objects)).sort(), ['backups', ...old].sort())
})

test('platform back-ups: one that the object store does not take failed, and says why', async () => {
  const root = await mkdtemp(join(tmpdir(), 'berth-objects-'))
  folders.push(root)
  await writeFile(join(root, 'file'), '')
  const store = openObjectFiles(join(root, 'file'))
  const { backups, ended } = await open('echo archive > "$1"', (draft) =>
    sharedArchives({ store, address: 's3://bucket' }, draft),
  )
  await backups.begin()
  await ended()
  assert.equal(backups.run?.state, 'failed')
  assert.match(backups.run?.lines.join() ?? '', /The folder of shared files cannot be used/)
})

test('platform back-ups: one that lacks only dumps of databases is kept, and names them', async () => {
  const { backups, ended } = await open('echo "MISSING: shop"; echo archive > "$1"; exit 3')
  await backups.begin()
  await ended()
  assert.deepEqual([backups.run?.state, backups.run?.lines], ['done', ['MISSING: shop']])
  assert.equal((await backups.list()).length, 1)
  await backups.close()
})
