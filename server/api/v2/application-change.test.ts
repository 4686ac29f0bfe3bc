import assert from 'node:assert/strict'
import { test } from 'node:test'
import { object, read } from '#kit/schema.ts'
import { unsupportedSchema } from './application-change.ts'

const problemsOf = (given: object) => [
  ...(read(object(unsupportedSchema), given).problems?.keys() ?? []),
]

test('application body: an unsupported field is accepted with an empty value', () => {
  const nothing = [undefined, null, '', false, []]
  for (const deploy of [...nothing, 'git', 'GIT']) assert.deepEqual(problemsOf({ deploy }), [])
  for (const oauthApp of nothing) assert.deepEqual(problemsOf({ oauthApp }), [])
  assert.deepEqual(problemsOf({ oauthApp: ['x'], shutdownable: true }), [
    'oauthApp',
    'shutdownable',
  ])
})

test('application body: a value that cannot be printed is refused without an error', () => {
  const odd = JSON.parse('{"toString":1,"valueOf":1}')
  assert.deepEqual(problemsOf({ deploy: odd, webhookUrl: odd }), ['deploy', 'webhookUrl'])
})
