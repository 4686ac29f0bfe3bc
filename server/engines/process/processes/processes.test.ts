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

test('an identity holds while the process lives, and for no other', async () => {
  const child = spawn('sleep', ['60'])
  const identity = identityOf(child.pid ?? 0)
  assert.equal(isAlive(identity), true)
  assert.equal(isAlive({ ...identity, startTime: '1' }), false)
  assert.equal(isAlive({ ...identity, boot: 'another' }), false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.equal(isAlive(identity), false)
})

test('an identity is read from what the launcher wrote, or not at all', () => {
  assert.deepEqual(parseIdentity(`boot\n${line}\n`), { boot: 'boot', pid: 42, startTime: '98765' })
  for (const text of ['', 'boot\n', 'boot\n42 (sh']) assert.equal(parseIdentity(text), undefined)
})

test('a family is a process and all that came of it', () => {
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

test('what a process was started with and where it is counted can be seen', async () => {
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
