import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from './subprocess.ts'

test('a subprocess that cannot be started leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  await assert.rejects(run(['/nonexistent/program'], { timeout: 300_000 }), /ENOENT/)
  assert.equal(timers(), before)
})
