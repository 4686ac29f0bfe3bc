import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { folderArchives } from './backup-archives.ts'
import { openPlatformBackups } from './platform-backups.ts'

const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function open(program: string, now = () => Date.UTC(2026, 0, 2, 3, 4, 5)) {
  const root = await mkdtemp(join(tmpdir(), 'berth-backups-'))
  folders.push(root)
  const folder = join(root, 'backups')
  const backups = openPlatformBackups({
    archives: folderArchives(folder),
    kept: 2,
    clock: now,
    command: (file) => ['sh', '-c', program, 'sh', file],
    environment: {},
    timeout: 60_000,
    log: () => {},
  })
  const ended = () =>
    until(() => backups.run?.state !== 'running', { timeout: 60_000, what: 'the end of it' })
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
