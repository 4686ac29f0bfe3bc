import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '#platform/platform.ts'
import { storeAccessLines } from './access-lines.ts'

test("access lines: the router's copy is given up only once they are written, and lost ones are said in the log", async () => {
  const done: string[] = []
  const told: string[] = []
  const platform = {
    store: { applications: { find: async () => ({}) } },
    accessLogs: {
      append: ({ message }: { message: string }) => void done.push(message),
      flush: async () => void done.push('written'),
    },
    logs: { append: ({ message }: { message: string }) => void told.push(message) },
  } as unknown as Platform
  const line = { date: 1, applicationId: 'app_one', dropped: 2 } as const
  await storeAccessLines(platform, [
    { line, text: 'first' },
    { line, text: 'second' },
  ])
  assert.deepEqual(done, ['first', 'second', 'written'])
  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', /no line for 4 requests/, 'the owner is told')
})
