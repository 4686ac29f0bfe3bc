import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { errorResponse } from './error-response.ts'

test('error response: something new for an account that is deleted at the same moment is a conflict, no bug', async () => {
  await using setup = await openTestPlatform()
  const { store } = setup.platform
  const key = { userId: 'user_gone', name: 'laptop', line: '', fingerprint: 'SHA256:1' } as const
  const error = await store.sshKeys.put(key).then(
    () => assert.fail(),
    (reason: unknown) => reason,
  )
  assert.match(String(error), /FOREIGN KEY/)
  const answer = errorResponse(error, 'v2', (line) => assert.fail(line))
  assert.equal(answer.status, 409)
})
