import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { SmallDisk } from '#tests/support/faults/small-disk.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { loopDevicesOf } from './loop-devices.ts'
import { type LoopVolumes, openLoopVolumes, VolumeBusyError } from './loop-volumes.ts'

const megabyte = 1024 * 1024

/** Volumes on a disk of a few hundred megabytes. */
async function volumesOn(t: TestContext, megabytes: number) {
  const around = await mkdtemp(join(memoryTmpdir({ minBytes: 1024 ** 3 }), 'berth-volumes-'))
  const disk = await SmallDisk.mount(join(around, 'disk'), { megabytes, inodes: 1_000 })
  const folder = join(disk.folder, 'provider')
  const volumes = await openLoopVolumes(folder)
  t.after(async () => {
    await volumes.closeAll()
    await disk.unmount()
    await rm(around, { recursive: true })
  })
  return {
    volumes,
    imageOf: (id: string) => join(folder, 'images', `${id}.img`),
    filesOf: (id: string) => join(volumes.folderOf(id), 'files'),
    disk,
  }
}

/** Somebody who has a volume mounted in a namespace of its own, and does what is typed. */
async function userOf(t: TestContext, folder: string) {
  const user = spawn(
    'unshare',
    [
      '--mount',
      '--propagation',
      'private',
      '--',
      'sh',
      '-c',
      'cd "$1"; echo in; exec sh 2>&1',
      'sh',
      folder,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  t.after(() => end(user))
  let said = ''
  user.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await until(() => said.includes('in'), { timeout: 60_000, what: 'a user of the volume' })
  return {
    async type(line: string): Promise<string> {
      said = ''
      user.stdin.write(`${line}; echo done\n`)
      await until(() => said.includes('done'), { timeout: 60_000, what: line })
      return said
    },
    end: () => end(user),
  }
}

async function end(user: ChildProcess) {
  if (user.exitCode !== null || user.signalCode !== null) return
  const gone = once(user, 'exit')
  user.kill('SIGKILL')
  await gone
}

const zeros = (path: string, megabytes: number) =>
  runOrThrow(['dd', 'if=/dev/zero', `of=${path}`, 'bs=1M', `count=${megabytes}`, 'conv=fsync'])

test('volumes: one has all its room, whoever fills the disk of the machine', async (t) => {
  const { volumes, filesOf, disk } = await volumesOn(t, 300)
  await volumes.open('a', 128 * megabyte)
  await zeros(join(filesOf('a'), 'first'), 40)
  await rm(join(filesOf('a'), 'first'))
  await disk.fill()
  await zeros(join(filesOf('a'), 'second'), 90)
  assert.deepEqual(await volumes.broken(), [])
  assert.equal((await stat(join(filesOf('a'), 'second'))).size, 90 * megabyte)
})

test('volumes: what others may still grow by is not room for another', async (t) => {
  const { volumes, imageOf } = await volumesOn(t, 300)
  const before = await volumes.roomFor('b', 100 * megabyte)
  assert.ok(before.free > before.needed, JSON.stringify(before))
  // As one that was made by an earlier release: nothing of it is there yet.
  await (await open(imageOf('a'), 'w')).truncate(200 * megabyte)
  const after = await volumes.roomFor('b', 100 * megabyte)
  assert.ok(after.free < after.needed, JSON.stringify(after))
  assert.equal(before.free - after.free, 200 * megabyte)
  const again = await volumes.roomFor('a', 200 * megabyte)
  assert.equal(again.free, before.free, 'its own room is not counted twice')
})

test('volumes: one that became read-only on a full disk is repaired once there is room, and who had it writes no more', async (t) => {
  const { volumes, imageOf, filesOf, disk } = await volumesOn(t, 300)
  // As one that was made by an earlier release: sparse, because there is no room for all of it.
  const bytes = 400 * megabyte
  await volumes.open('a', bytes)
  assert.ok((await stat(imageOf('a'))).blocks * 512 < 100 * megabyte)
  await writeFile(join(filesOf('a'), 'kept'), 'kept')
  await runOrThrow(['sync'])
  const user = await userOf(t, filesOf('a'))
  await disk.fill()
  const isBroken = async () => {
    await user.type(
      'for n in 1 2 3; do mkdir -p d$n/e; dd if=/dev/zero of=d$n/f bs=1M count=80; sync; done',
    )
    return (await volumes.broken()).includes('a')
  }
  await until(isBroken, { timeout: 120_000, what: 'the end of writing' })
  await assert.rejects(writeFile(join(filesOf('a'), 'new'), 'new'), /EROFS/)
  await assert.rejects(volumes.mend('a', bytes), 'no room yet')
  await assert.rejects(writeFile(join(filesOf('a'), 'new'), 'new'), /EROFS/)
  await disk.free()
  await volumes.mend('a', bytes)
  assert.deepEqual(await volumes.broken(), [])
  assert.equal(await readFile(join(filesOf('a'), 'kept'), 'utf8'), 'kept')
  await writeFile(join(filesOf('a'), 'new'), 'new')
  assert.match(await user.type('echo lost > lost && cat lost'), /cannot create/)
  await user.end()
  await volumes.close('a')
  await detached(imageOf('a'))
  await runOrThrow(['e2fsck', '-fn', imageOf('a')])
  await volumes.open('a', bytes)
  assert.equal(await readFile(join(filesOf('a'), 'new'), 'utf8'), 'new')
})

test('volumes: a growth that fails takes nothing away, however old the superblock in the file is', async (t) => {
  const { volumes, imageOf, filesOf } = await volumesOn(t, 400)
  await volumes.open('a', 128 * megabyte)
  await zeros(join(filesOf('a'), 'large'), 90)
  const user = await userOf(t, filesOf('a'))
  // As after a growth while it is mounted: the kernel has the number of blocks in memory, and the file an earlier one.
  const file = await open(imageOf('a'), 'r+')
  const blocks = Buffer.alloc(4)
  blocks.writeUInt32LE((64 * megabyte) / 4096)
  await file.write(blocks, 0, 4, 1028)
  await file.sync()
  await file.close()
  await growUnlessBusy(volumes, 'a', 192 * megabyte)
  assert.ok((await stat(imageOf('a'))).size >= 128 * megabyte)
  await runOrThrow(['md5sum', join(filesOf('a'), 'large')])
  assert.deepEqual(await volumes.broken(), [])
  await user.end()
  await volumes.close('a')
  await detached(imageOf('a'))
  await runOrThrow(['e2fsck', '-fn', imageOf('a')])
  await volumes.open('a', 192 * megabyte)
  assert.equal((await stat(imageOf('a'))).size, 192 * megabyte)
  assert.equal((await stat(join(filesOf('a'), 'large'))).size, 90 * megabyte)
  assert.ok((await volumes.usage('a')).size > 150 * megabyte)
})

test('volumes: a growth that was cut makes nothing larger than its plan', async (t) => {
  const { volumes, imageOf, filesOf } = await volumesOn(t, 400)
  await volumes.open('a', 64 * megabyte)
  await writeFile(join(filesOf('a'), 'kept'), 'kept')
  await volumes.close('a')
  await detached(imageOf('a'))
  await runOrThrow(['truncate', '--size', '192M', imageOf('a')])
  await volumes.open('a', 64 * megabyte)
  assert.equal((await stat(imageOf('a'))).size, 64 * megabyte)
  assert.ok((await volumes.usage('a')).size <= 64 * megabyte)
  assert.equal(await readFile(join(filesOf('a'), 'kept'), 'utf8'), 'kept')
})

test('volumes: one that is mounted by its users alone becomes larger for them, or says that they have it', async (t) => {
  const { volumes, imageOf, filesOf } = await volumesOn(t, 300)
  await volumes.open('a', 64 * megabyte)
  const user = await userOf(t, filesOf('a'))
  await volumes.close('a')
  const isGrown = await growUnlessBusy(volumes, 'a', 128 * megabyte)
  await assert.rejects(stat(filesOf('a')), 'not mounted again')
  assert.match(await user.type('echo here > there && cat there'), /here/)
  if (!isGrown) await user.end()
  if (!isGrown) await detached(imageOf('a'))
  await volumes.open('a', 128 * megabyte)
  assert.ok((await volumes.usage('a')).size > 100 * megabyte)
  assert.equal(await readFile(join(filesOf('a'), 'there'), 'utf8'), 'here\n')
})

/** Whether it was made larger; a kernel that does not do that while it is used says so. */
const growUnlessBusy = (volumes: LoopVolumes, id: string, bytes: number) =>
  volumes.grow(id, bytes).then(
    () => true,
    (problem) => {
      assert.ok(problem instanceof VolumeBusyError, String(problem))
      return false
    },
  )

async function detached(image: string) {
  const isDetached = async () => {
    const { live, cutOff } = await loopDevicesOf(image)
    return live === undefined && cutOff.length === 0
  }
  await until(isDetached, { timeout: 60_000, what: 'the end of the loop devices' })
}

test('volumes: a removed one ends for its users although it is mounted nowhere else, and can take no disk any more', async (t) => {
  const { volumes, imageOf, filesOf } = await volumesOn(t, 300)
  await volumes.open('a', 128 * megabyte)
  const user = await userOf(t, filesOf('a'))
  await user.type('echo kept > kept; sync')
  await volumes.close('a')
  await volumes.remove('a')
  assert.match(
    await user.type('dd if=/dev/zero of=more bs=1M count=50; sync'),
    /Input\/output error/,
  )
  await assert.rejects(stat(imageOf('a')))
  // The same id again is another volume.
  await volumes.open('a', 128 * megabyte)
  await assert.rejects(readFile(join(filesOf('a'), 'kept')))
  await writeFile(join(filesOf('a'), 'new'), 'new')
})
