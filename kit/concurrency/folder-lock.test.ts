import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockFolder, lockHolderOf } from './folder-lock.ts'
import { until } from './timeout.ts'

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

test('folder lock: no other user can open the locked file, or name a process to be killed', async () => {
  await using place = await newFolder()
  const held = await lockFolder(place.folder)
  for (const name of await readdir(place.folder)) {
    const { mode } = await stat(join(place.folder, name))
    assert.equal(mode & 0o077, 0, name)
  }
  await held.release()
})

/** Tries to lock the folder in another process, with a wait, and tells what it said. */
function lockElsewhere(folder: string, timeout: number) {
  const program = `
    import { lockFolder } from ${JSON.stringify(import.meta.resolve('./folder-lock.ts'))}
    const onWait = (holder) => console.log('waits for ' + holder)
    lockFolder(${JSON.stringify(folder)}, { timeout: ${timeout}, onWait }).then(
      () => console.log('locked'),
      (error) => console.log(error.message),
    )`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(...text.split('\n')))
  return { child, said, ended: once(child, 'close').then(() => said.filter(Boolean)) }
}

test('folder lock: looking at it in the process that holds it does not release it', async () => {
  await using place = await newFolder()
  const held = await lockFolder(place.folder)
  assert.equal(await lockHolderOf(place.folder), process.pid)
  const { ended } = lockElsewhere(place.folder, 0)
  assert.match((await ended).join(), new RegExp(`is in use by process ${process.pid}`))
  await held.release()
})

test('folder lock: whoever waits says for whom, and gets it when the holder ends', async () => {
  await using place = await newFolder()
  const held = await lockFolder(place.folder)
  const { said, ended } = lockElsewhere(place.folder, 300_000)
  await until(() => said.length > 0, { timeout: 300_000, what: 'a word of the other process' })
  await held.release()
  assert.deepEqual(await ended, [`waits for ${process.pid}`, 'locked'])
})

test('folder lock: a wait that is over ends in the refusal', async () => {
  await using place = await newFolder()
  const held = await lockFolder(place.folder)
  const said = await lockElsewhere(place.folder, 300).ended
  assert.match(said.join(), /waits for \d+,.* is in use by process/)
  await held.release()
})
