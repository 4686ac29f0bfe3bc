import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { recentCommands, rememberCommand } from './recent-commands.ts'

const kept = new Map<string, string>()
let isRefused = false

/** The storage of a browser, which may refuse. */
const storage = {
  getItem: (key: string) => (isRefused ? refuse() : (kept.get(key) ?? null)),
  setItem: (key: string, value: string) => void (isRefused ? refuse() : kept.set(key, value)),
}

const refuse = (): never => {
  throw new Error('SecurityError')
}

Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })

afterEach(() => {
  kept.clear()
  isRefused = false
})

test('recent commands: the last used is first, each once, a dozen at most, per account', () => {
  for (let at = 0; at < 20; at++) rememberCommand('user_1', `command-${at}`)
  rememberCommand('user_1', 'command-15')
  const recent = recentCommands('user_1')
  assert.equal(recent.length, 12)
  assert.deepEqual(recent.slice(0, 3), ['command-15', 'command-19', 'command-18'])
  assert.deepEqual(recentCommands('user_2'), [])
})

test('recent commands: a browser that refuses storage, and what else is in it, do no harm', () => {
  isRefused = true
  rememberCommand('user_1', 'theme-dark')
  assert.deepEqual(recentCommands('user_1'), [])
  isRefused = false
  for (const value of ['{', 'null', '{"a":1}', '[1,null,"theme-dark"]', `["${'x'.repeat(500)}"]`]) {
    kept.set('berth.recent.user_1', value)
    assert.ok(recentCommands('user_1').every((each) => each === 'theme-dark'))
  }
})
