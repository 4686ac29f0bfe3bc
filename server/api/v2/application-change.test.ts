import assert from 'node:assert/strict'
import { test } from 'node:test'
import { object, read } from '#kit/schema.ts'
import { unsupportedSchema } from './application-change.ts'

const problemsOf = (given: object) => [
  ...(read(object(unsupportedSchema), given).problems?.keys() ?? []),
]

test('applications: what is not supported may be sent as long as it asks for nothing', () => {
  const nothing = [undefined, null, '', false, []]
  for (const deploy of [...nothing, 'git', 'GIT']) assert.deepEqual(problemsOf({ deploy }), [])
  for (const tags of nothing) assert.deepEqual(problemsOf({ tags }), [])
  assert.deepEqual(problemsOf({ tags: ['x'], shutdownable: true }), ['shutdownable', 'tags'])
})

test('applications: a value that cannot be made a text is refused, and breaks nothing', () => {
  const odd = JSON.parse('{"toString":1,"valueOf":1}')
  assert.deepEqual(problemsOf({ deploy: odd, webhookUrl: odd }), ['deploy', 'webhookUrl'])
})
