import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import {
  bootId,
  findProcess,
  identifyProcess,
  isSameProcess,
  parseStat,
} from './process-identity.ts'

const line = '42 (sh) (x y) S 7 42 41 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 2 3 4'

test("process: is parsed from the kernel's line, whatever its name", () => {
  assert.deepEqual(parseStat(line), {
    pid: 42,
    parent: 7,
    session: 41,
    state: 'S',
    threads: 1,
    startTime: '98765',
  })
  assert.equal(parseStat(''), undefined)
  assert.equal(findProcess(process.pid)?.parent, process.ppid)
})

test('process identity: is valid while the process lives, and for no other process', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const identity = identifyProcess(child.pid ?? 0) ?? assert.fail()
  assert.equal(isSameProcess(identity), true)
  assert.equal(isSameProcess({ ...identity, startTime: '1' }), false)
  assert.equal(isSameProcess({ ...identity, boot: 'another' }), false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.equal(isSameProcess(identity), false)
  assert.equal(identifyProcess(child.pid ?? 0), undefined)
})

test('process identity: files of earlier versions are understood', () => {
  const { pid, startTime } = identifyProcess(process.pid) ?? assert.fail()
  assert.equal(isSameProcess({ pid, started: startTime, boot: bootId() }), true)
  assert.equal(isSameProcess({ pid, startedAt: startTime }), true)
  assert.equal(isSameProcess({ pid, startedAt: '1' }), false)
  assert.equal(isSameProcess({ pid }), false)
  assert.equal(isSameProcess({ pid: 0 }), false)
})
