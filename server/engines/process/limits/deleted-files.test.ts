import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { type HidingPlace, hideFiles } from '#tests/support/engine/socket-queues.ts'
import { deletedFilesOf, sampleDeletedFiles } from './deleted-files.ts'

const megabyte = 1024 * 1024
let folder: string
const children: ChildProcess[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-deleted-'))
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

/** A process that has run this Perl program, and waits. */
async function holding(program: string): Promise<number> {
  return running('-e', `chdir $ARGV[0]; $| = 1; ${program}; print "done"; sleep 600`, folder)
}
async function running(...words: string[]): Promise<number> {
  const child = spawn('perl', words, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await withTimeout(once(child.stdout, 'data'), 60_000, 'the file')
  return child.pid ?? 0
}
const write = (name: string) =>
  `open my $f, '+>', '${name}'; syswrite $f, 'x' x ${megabyte} for 1..3; system('sync', '-d', '${name}')`

test('deleted files: an open one counts once, however often it is open', async () => {
  const pid = await holding(`${write('one')}; unlink 'one'; open my $g, '<&', $f`)
  const { bytes, inodes, isComplete } = await deletedFilesOf([pid, pid], [folder])
  assert.deepEqual([inodes, isComplete], [1, true])
  assert.ok(bytes >= 3 * megabyte && bytes < 4 * megabyte, String(bytes))
})

test('deleted files: one that is only mapped counts', async () => {
  const program = join(folder, 'waits')
  await copyFile('/bin/sleep', program)
  const child = spawn(program, ['600'], { stdio: 'ignore' })
  children.push(child)
  await once(child, 'spawn')
  await unlink(program)
  assert.equal((await deletedFilesOf([child.pid ?? 0], [folder])).inodes, 1)
})

test('deleted files: a named file is not counted twice, and one on another disk not at all', async () => {
  const named = await holding(write('two'))
  assert.equal((await deletedFilesOf([named], [folder])).inodes, 0)
  const deleted = await holding(`${write('three')}; unlink 'three'`)
  assert.equal((await deletedFilesOf([deleted], ['/proc'])).inodes, 0)
})

test('deleted files: an exited process holds nothing', async () => {
  assert.deepEqual(await deletedFilesOf([2 ** 22 + 1], [folder]), {
    bytes: 0,
    inodes: 0,
    isComplete: true,
    inFlight: 0,
    inKernel: [],
  })
})

test('deleted files: a program that a process has unmapped but still runs counts', async () => {
  const pid = await holding(`${write('four')}; unlink 'four'`)
  const proc = join(folder, 'proc')
  await mkdir(join(proc, '7/task/7'), { recursive: true })
  const names = await readdir(`/proc/${pid}/fd`)
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`)))
  const deleted = names[targets.findIndex((target) => target.endsWith('four (deleted)'))]
  await symlink(`/proc/${pid}/fd/${deleted}`, join(proc, '7/task/7/exe'))
  assert.equal((await deletedFilesOf([7], [folder], { proc })).inodes, 1)
})

test('deleted files: an open folder or working directory counts, with the space of its former entries', async () => {
  const open = await holding(`mkdir 'six'; opendir my $d, 'six'; rmdir 'six'`)
  assert.equal((await deletedFilesOf([open], [folder])).inodes, 1)
  const inside = await holding(`mkdir 'seven'; chdir 'seven'; rmdir '../seven'`)
  assert.equal((await deletedFilesOf([inside], [folder])).inodes, 1)
})

test('deleted files: a blocked query times out and counts as hidden, and the next one is answered', async () => {
  const pid = await holding(`${write('eight')}; unlink 'eight'`)
  await deletedFilesOf([pid], [folder])
  // Simulates waiting for a lock that its holder cannot release.
  for (const counter of await counters()) process.kill(counter, 'SIGSTOP')
  let turns = 0
  const turning = setInterval(() => turns++, 10)
  const { hidden } = await sampleDeletedFiles({ pids: async () => [pid], folders: [folder] })
  clearInterval(turning)
  assert.equal(hidden, 'unanswered')
  assert.ok(turns > 1, 'the server goes on meanwhile')
  assert.equal((await deletedFilesOf([pid], [folder])).inodes, 1)
})

/** A fake `/proc` with one process, which has these files. */
async function procWith(name: string, files: Record<string, string>): Promise<string> {
  const proc = join(folder, name)
  await mkdir(join(proc, '7/task/7'), { recursive: true })
  await mkdir(join(proc, '7/net'))
  for (const [path, text] of Object.entries(files)) await writeFile(join(proc, '7', path), text)
  return proc
}
const inFlightAt = async (proc: string) =>
  (await deletedFilesOf([7], [folder], { proc, countsInFlight: true })).inFlight

test('deleted files: a thread blocked in a call that holds a file is in flight, one that only waits is not', async () => {
  const [sendfile, futex] = process.arch === 'arm64' ? [71, 98] : [40, 202]
  const call = (number: number) => ({
    'task/7/syscall': `${number} 0x4 0x3 0x0 0x1000 0x0 0x0 0x7ff 0x7fe\n`,
  })
  assert.equal(await inFlightAt(await procWith('sends', call(sendfile ?? 0))), 1)
  assert.equal(await inFlightAt(await procWith('waits-only', call(futex ?? 0))), 0)
})

test('deleted files: a Unix socket that no process has open counts as in flight', async () => {
  const line = (inode: number) => `0000000000000000: 00000002 00000000 00000000 0001 03 ${inode}\n`
  const table = `Num       RefCount Protocol Flags    Type St Inode Path\n${line(4711)}${line(0)}`
  assert.equal(await inFlightAt(await procWith('pinned', { 'net/unix': table })), 1)
})

test('deleted files: a thread that is in the kernel in all samples may hide a file there', async () => {
  const stat = (time: number) => `7 (a) b) R 1 7 7 0 -1 0 0 0 0 0 ${time} 5 0 0 20 0 1 0 9 0\n`
  const at = (time: number) => ({ 'task/7/stat': stat(time), 'task/7/syscall': 'running\n' })
  const [staying, moving] = [await procWith('staying', at(3)), await procWith('moving', at(3))]
  let looks = 0
  const pids = async () => {
    await writeFile(join(moving, '7/task/7/stat'), stat(++looks))
    return [7]
  }
  assert.equal(
    (await sampleDeletedFiles({ pids, folders: [folder], proc: staying })).hidden,
    'in flight',
  )
  assert.equal(
    (await sampleDeletedFiles({ pids, folders: [folder], proc: moving })).hidden,
    undefined,
  )
})

/** PIDs of the counter processes of this one. */
async function counters(): Promise<number[]> {
  const all = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  const pids = all.trim().split(' ').map(Number)
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')))
  return pids.filter((_, place) => lines[place]?.includes('held-files-counter'))
}

for (const place of ['queue', 'nested queue', 'backlog'] as HidingPlace[]) {
  test(`deleted files: one in the ${place} of a socket is reported as hidden as long as it is there`, async () => {
    const pid = await running('-e', hideFiles(place), folder, '3')
    const pids = async () => [pid]
    assert.equal((await deletedFilesOf([pid], [folder])).bytes, 0)
    const { bytes, hidden } = await sampleDeletedFiles({ pids, folders: [folder] })
    assert.deepEqual([bytes, hidden], [0, 'in flight'])
  })
}

test('deleted files: a descriptor that is only passed on is not hidden, as its queue is empty at times', async () => {
  const pid = await running('-e', hideFiles('queue'), folder, '1')
  let looks = 0
  const pids = async () => (++looks === 3 ? [] : [pid])
  assert.equal((await sampleDeletedFiles({ pids, folders: [folder] })).hidden, undefined)
})

test('deleted files: one that is in a queue in one sample and open in another counts', async () => {
  const hidden = await running('-e', hideFiles('queue'), folder, '1')
  const open = await holding(`${write('five')}; unlink 'five'`)
  let looks = 0
  const pids = async () => [++looks === 3 ? open : hidden]
  const sample = await sampleDeletedFiles({ pids, folders: [folder] })
  assert.deepEqual([sample.inodes, sample.hidden], [1, undefined])
})
