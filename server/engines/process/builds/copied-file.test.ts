import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { fillCopiedFile } from './copied-file.ts'

const source = {
  read: async (path: string) => (path === 'keys/one' ? 'line\n{{T}}\n' : undefined),
}

const fails = (path: string, copyOf: string, message: RegExp) =>
  assert.rejects(
    fillCopiedFile({ path, copyOf }, source),
    (error) => error instanceof Failure && error.step === 'build' && message.test(error.message),
  )

test("copied file: contains the repository's file, which is treated as a secret", async () => {
  const content = 'line\n{{T}}\n'
  assert.deepEqual(await fillCopiedFile({ path: '.ssh/id', copyOf: 'keys/one' }, source), {
    path: '.ssh/id',
    content,
    secrets: [content],
  })
})

test('copied file: a missing file, or a path outside the home folder, fails with a message', async () => {
  await fails('.ssh/id', 'keys/two', /^There is no file "keys\/two" to put into ~\/\.ssh\/id\.$/)
  await fails('../id', 'keys/one', /cannot be a file of the home folder/)
})
