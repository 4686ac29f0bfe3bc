import assert from 'node:assert/strict'
import { test } from 'node:test'
import { always, requireOptions, serverOptions } from './options.ts'

const offered = { ...serverOptions, 'skip-log-bin': always('true', 'there is no binary log') }

const accepted = (given: Record<string, string>) =>
  assert.doesNotReject(requireOptions({ options: offered }, given))
const declined = (given: Record<string, string>, reason: RegExp) =>
  assert.rejects(requireOptions({ options: offered }, given), reason)

test('options: those of a provider are accepted with the values that it can have', async () => {
  await accepted({})
  await accepted({ 'do-backup': 'false', encryption: 'false', 'direct-host-only': 'true' })
  await accepted({ 'skip-log-bin': 'true' })
})

test('options: a value that cannot be had is declined with the reason', async () => {
  await declined({ encryption: 'true' }, /'encryption' cannot be 'true': disks are encrypted/)
  await declined({ 'skip-log-bin': 'false' }, /cannot be 'false': there is no binary log/)
  await declined({ 'skip-log-bin': 'off' }, /cannot be 'off': it is true or false/)
})

test('options: those without a check are ignored, because providers cannot know all of them', async () => {
  await accepted({ speed: '1', toString: '2' })
  await assert.doesNotReject(requireOptions({}, { encryption: 'true' }))
})
