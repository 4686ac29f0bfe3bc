import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { identifyProcess } from './process-identity.ts'
import { notedProcess, noteProcess } from './process-note.ts'

test('process note: names a process while it runs, in a file that keeps its size', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-note-'))
  const file = join(folder, 'process.json')
  assert.equal(notedProcess(file), undefined)
  noteProcess(file, process.pid)
  assert.equal(notedProcess(file), process.pid)
  const { size, ino } = await stat(file)
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  noteProcess(file, child.pid ?? assert.fail())
  assert.equal(notedProcess(file), child.pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.equal(notedProcess(file), undefined)
  assert.deepEqual([(await stat(file)).size, (await stat(file)).ino], [size, ino])
  await rm(folder, { recursive: true })
})

test('process note: one of an earlier version is read and replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-note-'))
  const file = join(folder, 'process.json')
  await writeFile(file, JSON.stringify(identifyProcess(process.pid)))
  assert.equal(notedProcess(file), process.pid)
  noteProcess(file, process.ppid)
  assert.equal(notedProcess(file), process.ppid)
  await rm(folder, { recursive: true })
})
