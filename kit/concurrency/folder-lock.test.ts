import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockFolder, lockHolderOf } from './folder-lock.ts'

const stranger = 65_534

/** Listens at the lock's path as another user, and names some process as the holder. */
async function squat(folder: string, pid: number) {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  const program = `require('node:net').createServer((socket) => socket.end('${pid}'))
    .listen('\\0berth-${name}', () => console.log('ready'))`
  const child = spawn(process.execPath, ['-e', program], {
    uid: stranger,
    gid: stranger,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function newFolder() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'berth-exclusive-')))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('folder lock: one process at a time holds it', async () => {
  await using place = await newFolder()
  const held = await lockFolder(place.folder)
  assert.equal(await lockHolderOf(place.folder), process.pid)
  await assert.rejects(lockFolder(place.folder), /is in use by process/)
  await held.release()
  assert.equal(await lockHolderOf(place.folder), undefined)
})

test('folder lock: another user cannot name a process to be killed', async () => {
  await using place = await newFolder()
  await using _ = await squat(place.folder, process.pid)
  assert.equal(await lockHolderOf(place.folder), undefined)
})

test('folder lock: another user cannot lock us out of our own folder', async () => {
  await using place = await newFolder()
  await using _ = await squat(place.folder, process.pid)
  const held = await lockFolder(place.folder)
  await held.release()
})
