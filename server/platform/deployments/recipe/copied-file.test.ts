import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/deployments/failure.ts'
import { fillCopiedFile } from './copied-file.ts'

const source = {
  read: async (path: string) => (path === 'keys/one' ? 'line\n{{T}}\n' : undefined),
}

const fails = (path: string, copyOf: string, message: RegExp) =>
  assert.rejects(
    fillCopiedFile({ path, copyOf }, source),
    (error) => error instanceof Failure && error.step === 'build' && message.test(error.message),
  )

test('a file of the repository is copied whole, and all of it is a secret', async () => {
  const content = 'line\n{{T}}\n'
  assert.deepEqual(await fillCopiedFile({ path: '.ssh/id', copyOf: 'keys/one' }, source), {
    path: '.ssh/id',
    content,
    secrets: [content],
  })
})

test('one that is not there, or leads out of the home folder, fails with a sentence', async () => {
  await fails('.ssh/id', 'keys/two', /^There is no file "keys\/two" to put into ~\/\.ssh\/id\.$/)
  await fails('../id', 'keys/one', /cannot be a file of the home folder/)
})
