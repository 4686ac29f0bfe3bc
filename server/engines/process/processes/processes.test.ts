import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import {
  familyOf,
  hasVariable,
  identityOf,
  innerNumber,
  isAlive,
  parseIdentity,
} from './processes.ts'

const line = '42 (sh) (x y) S 7 42 41 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 2 3 4'

test('process identity: is valid while the process lives, and for no other process', async () => {
  const child = spawn('sleep', ['60'])
  const identity = identityOf(child.pid ?? 0)
  assert.equal(isAlive(identity), true)
  assert.equal(isAlive({ ...identity, startTime: '1' }), false)
  assert.equal(isAlive({ ...identity, boot: 'another' }), false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.equal(isAlive(identity), false)
})

test("process identity: is parsed from the launcher's output, or rejected", () => {
  assert.deepEqual(parseIdentity(`boot\n${line}\n`), { boot: 'boot', pid: 42, startTime: '98765' })
  for (const text of ['', 'boot\n', 'boot\n42 (sh']) assert.equal(parseIdentity(text), undefined)
})

test('process tree: contains a process and all its descendants', () => {
  const member = (pid: number, parent: number) => ({
    pid,
    parent,
    session: 1,
    state: 'S',
    threads: 1,
    startTime: '1',
  })
  const all = [member(1, 0), member(5, 1), member(6, 5), member(7, 6), member(8, 1)]
  assert.deepEqual(
    familyOf(5, all).map(({ pid }) => pid),
    [5, 6, 7],
  )
  assert.deepEqual(familyOf(9, all), [])
})

test('process: its initial environment and its control group can be read', async () => {
  const child = spawn('sleep', ['60'], { env: { MARK: 'one' } })
  await once(child, 'spawn')
  const pid = child.pid ?? 0
  assert.equal(hasVariable(pid, 'MARK', 'one'), true)
  assert.equal(hasVariable(pid, 'MARK', 'on'), false)
  assert.equal(hasVariable(pid, 'ARK', 'one'), false)
  assert.deepEqual(innerNumber(pid), { number: pid, depth: innerNumber(process.pid).depth })
  child.kill('SIGKILL')
  await once(child, 'exit')
})
