import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  lchown,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { volumeUser } from '#kit/mounts/loop-volumes.ts'
import { mountTable } from '#kit/mounts/mount-table.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { SmallDisk } from '#tests/support/faults/small-disk.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { bucketClient } from '#tests/support/providers/bucket-client.ts'
import { TestBuiltInProvider } from '#tests/support/providers/built-in-provider.ts'

let provider: TestBuiltInProvider
let count = 0
before(async () => {
  provider = await TestBuiltInProvider.open('bucket')
})
after(() => provider?.close())

/** A bucket until the test ends: the disk has to have room for all that there are. */
async function ordered(t: TestContext) {
  const { id } = await provider.order(`addon_${++count}`, 's')
  t.after(() => provider.ask('DELETE', `/${id}`))
  return { id, ...bucketClient(provider, id) }
}

const asBytes = (folder: string, name: Buffer) => Buffer.concat([Buffer.from(`${folder}/`), name])
/** Gives what root has made to those who have the bucket. */
const own = (path: string | Buffer) => lchown(path, volumeUser, volumeUser)

test('bucket provider: names are any bytes, and are listed in their order', async (t) => {
  const bucket = await ordered(t)
  const names = [
    Buffer.from([0xff, 0xfe]),
    Buffer.from('a\nb\x1b[31m'),
    Buffer.from('100% "quoted\\"'),
    Buffer.from('-rf'),
    Buffer.alloc(255, 'x'),
    Buffer.from('öl'),
  ]
  for (const name of names) {
    await writeFile(asBytes(bucket.folder, name), name)
    await own(asBytes(bucket.folder, name))
  }
  const listed = await bucket.names()
  const expected = names.toSorted(Buffer.compare).map((name) => Array.from(name, asName).join(''))
  assert.deepEqual(listed, expected)
  for (const [at, name] of names.toSorted(Buffer.compare).entries()) {
    const response = await bucket.get(listed[at] ?? '')
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), name)
    await bucket.write(listed[at] ?? '', 'new')
    assert.equal(await bucket.read(listed[at] ?? ''), 'new')
    assert.equal((await bucket.remove(listed[at] ?? '')).status, 200)
  }
  assert.deepEqual(await bucket.names(), [])
})

const asName = (byte: number) =>
  byte > 0x1f && byte < 0x7f && !'%/\\"'.includes(String.fromCharCode(byte))
    ? String.fromCharCode(byte)
    : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`

test('bucket provider: a path never leads out, by dots, slashes or links', async (t) => {
  const bucket = await ordered(t)
  const { folder } = bucket
  await symlink('/etc', join(folder, 'etc'))
  await symlink('/etc/passwd', join(folder, 'passwd'))
  await symlink('../../../../..', join(folder, 'up'))
  await runOrThrow(['mkfifo', join(folder, 'fifo')])
  for (const name of ['etc', 'passwd', 'up', 'fifo']) await own(join(folder, name))
  for (const path of ['..', 'a/../..', '.', 'a/.', '%2E%2E/x', 'a%2Fb', 'a%00b', 'a//b', '/a', 'ö'])
    assert.equal((await bucket.get(path)).status, 400, path)
  assert.equal((await bucket.get('')).status, 404)
  for (const path of ['passwd', 'etc', 'fifo', 'etc/passwd', 'up/x'])
    assert.equal((await bucket.get(path)).status, 409, path)
  for (const path of ['etc/x', 'up/x', 'passwd/x'])
    assert.equal((await bucket.put(path, 'x')).status, 409, path)
  await assert.rejects(bucket.list('etc'), /409/)
  // In place of a link, not behind it.
  await bucket.write('passwd', 'mine')
  assert.equal(await bucket.read('passwd'), 'mine')
  assert.equal((await bucket.remove('etc')).status, 200)
  assert.ok((await readdir('/etc')).length > 0)
})

test('bucket provider: what its owner cannot read is saved, listed and removed', async (t) => {
  const bucket = await ordered(t)
  const { folder } = bucket
  const closed = join(folder, 'closed')
  await mkdir(closed)
  await writeFile(join(closed, 'secret'), 'secret')
  await link(join(closed, 'secret'), join(folder, 'linked'))
  for (const path of [join(closed, 'secret'), closed]) {
    await own(path)
    await chmod(path, 0)
  }
  assert.deepEqual(await bucket.names('closed'), ['secret'])
  const backupId = await provider.backup(bucket.id)
  assert.equal((await bucket.remove('closed')).status, 200)
  await provider.restore(bucket.id, backupId)
  assert.equal(await bucket.read('closed/secret'), 'secret')
  assert.equal(await bucket.read('linked'), 'secret')
})

test('bucket provider: a folder of many names is listed in pages', async (t) => {
  const bucket = await ordered(t)
  const all = Array.from({ length: 10_000 }, (_, at) => `file ${String(at).padStart(6, '0')}`)
  for (const name of all) await (await open(join(bucket.folder, name), 'w')).close()
  const seen: string[] = []
  let after = ''
  do {
    const { entries, next } = await bucket.list('', { after, limit: '500' })
    seen.push(...entries.map(({ name }) => name))
    after = next ?? ''
  } while (after !== '')
  assert.deepEqual(seen, all)
})

test('bucket provider: a full bucket says so, and nothing of an upload is left', async (t) => {
  const bucket = await ordered(t)
  await bucket.write('kept', 'kept')
  const { diskBytes, maxDiskBytes } = await provider.call('GET', `/${bucket.id}/usage`)
  // The file system keeps a part for itself, which the second file finds.
  const room = maxDiskBytes - diskBytes - 64 * 1024 * 1024
  await mkdir(join(bucket.folder, 'large'))
  await runOrThrow(['fallocate', '-l', `${room}`, join(bucket.folder, 'large/first')])
  await assert.rejects(
    writeFile(join(bucket.folder, 'large/second'), Buffer.alloc(128 * 1024 * 1024)),
    /ENOSPC/,
  )
  for (const name of ['large/first', 'large/second', 'large']) await own(join(bucket.folder, name))
  const response = await bucket.put('kept', Buffer.alloc(4 * 1024 * 1024))
  assert.equal(response.status, 409)
  assert.match(await response.text(), /The bucket is full/)
  assert.equal(await bucket.read('kept'), 'kept')
  assert.deepEqual(await readdir(join(bucket.folder, '../drafts')), [])
  assert.equal((await bucket.remove('large')).status, 200)
  await until(
    async () => (await bucket.put('kept', Buffer.alloc(4 * 1024 * 1024))).status === 200,
    {
      timeout: 60_000,
      what: 'room again',
    },
  )
})

test('bucket provider: an upload in parts is a file once all of them are there', async (t) => {
  const bucket = await ordered(t)
  await bucket.write('kept', 'kept')
  const draft = randomUUID()
  const part = (offset: string, text: string, last = 'false') =>
    bucket.put('kept', text, { draft, offset, last })
  assert.equal((await part('0', 'one ')).status, 200)
  assert.equal((await part('9', 'three', 'true')).status, 409, 'a gap')
  assert.equal((await part('4', 'zwo')).status, 200)
  assert.equal((await part('4', 'two')).status, 200, 'the same again')
  assert.equal(await bucket.read('kept'), 'kept')
  assert.equal((await part('7', '', 'true')).status, 200)
  assert.equal(await bucket.read('kept'), 'one two')
})

test('bucket provider: what a client has begun and left is gone after a day, whether somebody uploads or not', async (t) => {
  const bucket = await ordered(t)
  const [old, young] = [randomUUID(), randomUUID()]
  for (const draft of [old, young])
    assert.equal((await bucket.put('x', 'part', { draft, offset: '0', last: 'false' })).status, 200)
  const drafts = join(bucket.folder, '../drafts')
  const before = Date.now() / 1_000 - 2 * 86_400
  await utimes(join(drafts, old), before, before)
  await mkdir(join(drafts, '.removed-1-1'))
  await own(join(drafts, '.removed-1-1'))
  await provider.end('SIGKILL')
  await provider.start()
  const isTidy = async () => (await readdir(drafts)).join() === young
  await until(isTidy, { timeout: 60_000, what: 'the end of the draft' })
})

test('bucket provider: a restore that is cut at any moment ends, with all of the back-up or all of what was there', async (t) => {
  const bucket = await ordered(t)
  const contents = (what: string) =>
    Promise.all([1, 2, 3, 4].map((at) => bucket.write(`${what}/${at}`, what.repeat(500_000 * at))))
  await contents('old')
  const backupId = await provider.backup(bucket.id)
  assert.equal((await bucket.remove('old')).status, 200)
  await contents('new')
  for (const delay of [400, 800, 1_200, 1_600, 2_400]) {
    await provider.call('POST', `/${bucket.id}/backups/${backupId}/restore`)
    await new Promise((resolve) => setTimeout(resolve, delay))
    await provider.end('SIGKILL')
    await provider.start()
    const isOver = async () => (await provider.ask('GET', `/${bucket.id}/usage`)).status === 200
    await until(isOver, { timeout: 300_000, what: 'the end of the restore' })
    const [what = ''] = await bucket.names()
    assert.deepEqual(await bucket.names(), [what])
    assert.deepEqual(await bucket.names(what), ['1', '2', '3', '4'])
    assert.equal(await bucket.read(`${what}/4`), what.repeat(2_000_000))
    if (what === 'new') continue
    assert.equal((await bucket.remove(what)).status, 200)
    await contents('new')
  }
  await provider.restore(bucket.id, backupId)
  assert.deepEqual(await bucket.names(), ['old'])
})

test('bucket provider: a restore that has no room beside what is there takes its place', async (t) => {
  const bucket = await ordered(t)
  const fill = (name: string) =>
    runOrThrow(['dd', 'if=/dev/zero', `of=${join(bucket.folder, name)}`, 'bs=1M', 'count=600'])
  await fill('old')
  await own(join(bucket.folder, 'old'))
  const backupId = await provider.backup(bucket.id)
  assert.equal((await bucket.remove('old')).status, 200)
  const hasRoom = async () =>
    (await provider.call('GET', `/${bucket.id}/usage`)).diskBytes < 100 * 1024 * 1024
  await until(hasRoom, { timeout: 120_000, what: 'room again' })
  await fill('new')
  await own(join(bucket.folder, 'new'))
  await provider.restore(bucket.id, backupId)
  assert.deepEqual(await bucket.names(), ['old'])
  const { entries } = await bucket.list()
  assert.equal(entries[0]?.size, 600 * 1024 * 1024)
  assert.deepEqual(await readdir(join(bucket.folder, '../drafts')), [])
})

const mountedIn = async (folder: string) =>
  (await mountTable()).filter(({ target }) => target.startsWith(folder)).length

test('bucket provider: killed at any moment, it finds its buckets again, and so it does after a start of the machine', async (t) => {
  const bucket = await ordered(t)
  await bucket.write('kept', 'kept')
  const large = Buffer.alloc(8 * 1024 * 1024, 'x')
  for (const delay of [0, 30, 60, 90, 120, 200]) {
    const order = provider.order(`addon_${++count}`, 's').catch(() => undefined)
    const cut = bucket.put('kept', large).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, delay))
    await provider.end('SIGKILL')
    await Promise.all([order, cut])
    await provider.start()
    // The order is repeated by the platform.
    const again = await provider.order(`addon_${count}`, 's')
    assert.equal((await bucketClient(provider, again.id).list()).entries.length, 0)
    await provider.call('DELETE', `/${again.id}`)
    const text = await bucket.read('kept')
    assert.ok(text === 'kept' || text === large.toString(), `${text.length} bytes after ${delay}`)
  }
  await bucket.write('kept', 'kept')
  await provider.end('SIGINT')
  assert.equal(await mountedIn(provider.folder), 0)
  // Not unmounted in order, by what the file system says of itself.
  const image = join(provider.folder, 'images', `${bucket.id}.img`)
  await runOrThrow(['debugfs', '-w', '-R', 'set_super_value state 0', image])
  await provider.start()
  assert.equal(await bucket.read('kept'), 'kept')
})

test('bucket provider: a deleted bucket is gone for those who use it, and its disk is free', async (t) => {
  const bucket = await ordered(t)
  await bucket.write('kept', 'kept')
  const image = join(provider.folder, 'images', `${bucket.id}.img`)
  const user = spawn(
    'unshare',
    [
      ...['--mount', '--propagation', 'slave', '--', 'sh', '-c'],
      'cd "$1" && echo in && read go && cat kept 2>&1; echo ended',
      ...['sh', bucket.folder],
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let said = ''
  user.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await until(() => said.includes('in'), { timeout: 60_000, what: 'a user of the bucket' })
  await provider.call('DELETE', `/${bucket.id}`)
  assert.ok(!(await readdir(join(provider.folder, 'images'))).includes(`${bucket.id}.img`))
  const ended = once(user, 'exit')
  user.stdin.end('\n')
  await ended
  assert.match(said, /Input\/output error/)
  const isDetached = async () => !(await runOrThrow(['losetup', '--list'])).includes(image)
  await until(isDetached, { timeout: 60_000, what: 'the end of the loop device' })
})

test('bucket provider: a suspended bucket is there for nobody new, and comes back with its files', async (t) => {
  const bucket = await ordered(t)
  await bucket.write('kept', 'kept')
  await provider.call('POST', `/${bucket.id}/suspend`)
  assert.equal((await bucket.get('kept')).status, 409)
  await assert.rejects(readdir(bucket.folder))
  await provider.call('POST', `/${bucket.id}/resume`)
  assert.equal(await bucket.read('kept'), 'kept')
})

test('bucket provider: orders and larger plans together never promise more than the disk has', async () => {
  await using small = await onSmallDisk(2_900)
  const { id } = await small.provider.order('addon_1', 's')
  const addons = ['addon_2', 'addon_3']
  const ends = await Promise.allSettled(addons.map((addon) => small.provider.order(addon, 's')))
  const refused = ends.filter((end) => end.status === 'rejected')
  assert.equal(refused.length, 1, 'one of two at a time')
  assert.match(
    String(refused[0]?.reason),
    /422 .*needs 1 GB of disk, and this machine has 0\.\d GB/,
  )
  assert.equal((await small.provider.ask('PUT', `/${id}`, { plan: 'm' })).status, 422)
  // Its own room is not counted twice.
  await small.provider.order(addons[refused[0] === ends[0] ? 1 : 0] ?? '', 's')
  await bucketClient(small.provider, id).write('kept', 'kept')
})

test('bucket provider: a bucket of an earlier release that a full disk made read-only is told to its owner, and repaired', async () => {
  const heard: string[] = []
  await using small = await onSmallDisk(1_300, heard)
  const { id } = await small.provider.order('addon_1', 's')
  const bucket = bucketClient(small.provider, id)
  await bucket.write('kept', 'kept')
  await runOrThrow(['sync'])
  // It had its room only once something was written.
  await runOrThrow(['fallocate', '--dig-holes', join(small.provider.folder, 'images', `${id}.img`)])
  await small.disk.fill()
  // The journal needs room sooner or later.
  const script = 'mkdir -p "$1/$2" && dd if=/dev/zero of="$1/$2/f" bs=1M count=20; sync -f "$1"'
  let folders = 0
  const isBroken = async () => {
    folders += 1
    const words = ['sh', bucket.folder, `folder ${folders}`]
    await runOrThrow(['sh', '-c', script, ...words]).catch(() => {})
    return heard.some((text) => text.includes('cannot be written'))
  }
  await until(isBroken, { timeout: 120_000, what: 'the end of writing' })
  assert.equal(await bucket.read('kept'), 'kept')
  const refused = await bucket.put('kept', 'new')
  assert.deepEqual([refused.status, (await refused.text()).includes('at the moment')], [503, true])
  await small.disk.free()
  const isMended = () => heard.some((text) => text.includes('can be written again'))
  await until(isMended, { timeout: 120_000, what: 'the repair' })
  assert.equal(await bucket.read('kept'), 'kept')
  await bucket.write('kept', 'new')
})

/** A provider whose disk has so many megabytes. */
async function onSmallDisk(megabytes: number, heard: string[] = []) {
  const around = await mkdtemp(join(memoryTmpdir(), 'bucket-disk-'))
  const disk = await SmallDisk.mount(join(around, 'disk'), { megabytes, inodes: 2_000 })
  const own = await TestBuiltInProvider.open('bucket', heard, undefined, undefined, disk.folder)
  return {
    provider: own,
    disk,
    async [Symbol.asyncDispose]() {
      await own.close()
      await disk.unmount()
      await rm(around, { recursive: true })
    },
  }
}
