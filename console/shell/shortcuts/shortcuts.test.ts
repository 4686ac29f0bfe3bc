import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keySequence } from './shortcuts.ts'

test('shortcuts: one key, two keys in a row, and not two keys that are far apart', () => {
  const ran: string[] = []
  let time = 0
  const shortcut = (...keys: string[]) => ({ keys, run: () => void ran.push(keys.join(' ')) })
  const press = keySequence(
    () => [shortcut('?'), shortcut('g', 'o')],
    () => time,
  )
  assert.equal(press('?'), true)
  assert.equal(press('g'), false)
  assert.equal(press('o'), true)
  assert.equal(press('o'), false)
  press('g')
  time += 5_000
  assert.equal(press('o'), false)
  assert.deepEqual(ran, ['?', 'g o'])
})
