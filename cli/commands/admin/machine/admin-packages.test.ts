import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

let api: TypedApi
before(async () => {
  api = await openTypedApi()
  api.platform.policies.operators = [api.account.email]
})
after(() => api[Symbol.asyncDispose]())

test('admin packages: outdated ones are listed with the version that is available, all of them with --all', async () => {
  const { out } = await api.type('admin packages')
  assert.match(out, /^libssl3 +libraries +3\.0\.17-1 +3\.0\.17-2 +security\n/)
  assert.match(out, /\n1 of 2 packages are outdated, by the lists of 2026-01-31\.\n$/)
  assert.doesNotMatch(out, /bubblewrap/)
  const { packages } = JSON.parse((await api.type('admin packages --all -F json')).out)
  assert.deepEqual(
    packages.map((one: { name: string; isOutdated: boolean }) => [one.name, one.isOutdated]),
    [
      ['libssl3', true],
      ['bubblewrap', false],
    ],
  )
})

test('admin packages: where nothing is known the reason is printed, and others may not ask', async () => {
  const { operation, policies } = api.platform
  const reason = 'This machine has no apt, so Berth cannot know which packages are outdated.'
  api.platform.operation = { ...operation, packages: async () => ({ state: 'unknown', reason }) }
  assert.equal((await api.type('admin packages')).out, `${reason}\n`)
  policies.operators = []
  const { code, err } = await api.type('admin packages')
  assert.equal(code, 1)
  assert.match(err, /Only operators/)
})
