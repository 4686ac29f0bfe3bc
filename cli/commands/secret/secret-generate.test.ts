import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type } from '#tests/support/captured-terminal.ts'

const place = { folder: '/', env: { XDG_CONFIG_HOME: '/nonexistent' } }

test('berth secret generate: prints 64 letters and digits, others each time, without a login', async () => {
  const one = await type(['secret', 'generate'], place)
  const other = await type(['secret', 'generate'], place)
  assert.equal(one.code, 0)
  assert.match(one.out, /^[A-Za-z0-9]{64}\n$/)
  assert.match(other.out, /^[A-Za-z0-9]{64}\n$/)
  assert.notEqual(one.out, other.out)
})

test('berth secret generate: JSON for programs', async () => {
  const { code, out } = await type(['secret', 'generate', '--format', 'json'], place)
  assert.equal(code, 0)
  assert.match(JSON.parse(out).secret, /^[A-Za-z0-9]{64}$/)
})
