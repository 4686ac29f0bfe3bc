import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '#settings/settings.ts'
import { quotasOf } from './quotas.ts'

const gigabyte = 1024 ** 3

test('quotas: memory and disk default to the size of the machine', () => {
  const settings = readSettings({})
  const large = quotasOf(settings, { memory: 64 * gigabyte, disk: 100 * gigabyte })
  assert.deepEqual([large.memory, large.disk], [48 * gigabyte, 50 * gigabyte])
  const small = quotasOf(settings, { memory: gigabyte, disk: gigabyte })
  assert.deepEqual([small.memory, small.disk], [4 * gigabyte, 10 * gigabyte])
})

test('quotas: memory and disk are those that the operator sets, and unlimited with 0', () => {
  const settings = readSettings({ BERTH_QUOTA_MEMORY: '0', BERTH_QUOTA_DISK: '1' })
  const { memory, disk } = quotasOf(settings, { memory: gigabyte, disk: gigabyte })
  assert.deepEqual([memory, disk], [Number.POSITIVE_INFINITY, 1024 ** 2])
})
