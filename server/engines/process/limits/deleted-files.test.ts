import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { withDeadline } from '#kit/deadline.ts'
import { deletedFilesOf } from './deleted-files.ts'

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

/** A process that has done this in Perl, and waits. */
async function holding(program: string): Promise<number> {
  const words = ['-e', `chdir $ARGV[0]; $| = 1; ${program}; print "done"; sleep 600`, folder]
  const child = spawn('perl', words, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await withDeadline(once(child.stdout, 'data'), 10_000, 'the file')
  return child.pid ?? 0
}
const write = (name: string) =>
  `open my $f, '+>', '${name}'; syswrite $f, 'x' x ${megabyte} for 1..3; system('sync', '-d', '${name}')`

test('a deleted file counts as long as it is open, and once however often it is', async () => {
  const pid = await holding(`${write('one')}; unlink 'one'; open my $g, '<&', $f`)
  const { bytes, inodes, isComplete } = await deletedFilesOf([pid, pid], [folder])
  assert.deepEqual([inodes, isComplete], [1, true])
  assert.ok(bytes >= 3 * megabyte && bytes < 4 * megabyte, String(bytes))
})

test('a deleted file counts as well when it is only mapped', async () => {
  const program = join(folder, 'waits')
  await copyFile('/bin/sleep', program)
  const child = spawn(program, ['600'], { stdio: 'ignore' })
  children.push(child)
  await once(child, 'spawn')
  await unlink(program)
  assert.equal((await deletedFilesOf([child.pid ?? 0], [folder])).inodes, 1)
})

test('a file that has a name is not counted twice, and one of another disk not at all', async () => {
  const named = await holding(write('two'))
  assert.equal((await deletedFilesOf([named], [folder])).inodes, 0)
  const deleted = await holding(`${write('three')}; unlink 'three'`)
  assert.equal((await deletedFilesOf([deleted], ['/proc'])).inodes, 0)
})

test('a process that has ended holds nothing', async () => {
  assert.deepEqual(await deletedFilesOf([2 ** 22 + 1], [folder]), {
    bytes: 0,
    inodes: 0,
    isComplete: true,
  })
})
