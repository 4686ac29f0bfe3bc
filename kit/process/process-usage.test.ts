import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processUsage } from './process-usage.ts'

test('process usage: start and memory of this process, and nothing of one that is gone', () => {
  const usage = processUsage(process.pid)
  const startedAt = Date.now() - process.uptime() * 1000
  // The kernel tells the time of the boot in whole seconds.
  assert.ok(usage && Math.abs(usage.startedAt - startedAt) < 5000, JSON.stringify(usage))
  assert.ok(usage.memoryBytes > 10_000_000)
  assert.equal(processUsage(2 ** 30), undefined)
})
