import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'

test('berth sleep: shows and changes when an application falls asleep, puts it to sleep, and wakes it', async () => {
  await using api = await openTypedApi()
  const application = await api.application()
  const type = async (words: string) => {
    const { code, out, err } = await api.type(`${words} --app ${application.id}`)
    return code === 0 ? out : err
  }
  assert.match(await type('sleep'), /is awake\. It never falls asleep\.\nLast visit: none known\./)
  assert.match(await type('sleep --after 2h'), /after 2 h without a visitor/)
  assert.match(await type('status'), /^Sleep +It falls asleep after 2 h without a visitor\.$/m)
  assert.match(await type('sleep --after never'), /It never falls asleep/)
  assert.match(await type('sleep --after 90s'), /Invalid time '90s'/)
  assert.match(await type('sleep --after 30d'), /between 1 minute and 7 days/)
  assert.match(await type('sleep --after now'), /does not run/)
  await api.deploy(application, '1'.repeat(40))
  assert.match(await type('sleep --after now'), /is asleep since \d{4}-/)
  assert.match(await type('status'), /^State +asleep; the next visitor wakes it$/m)
  const overview = await api.type(`applications --format json`)
  assert.equal(overview.code, 0)
  assert.match(await type('wake'), /is awake\./)
  assert.match(await type('status'), /^State +running$/m)
  const actions = await api.platform.store.audit.listOf(api.account.organisationId, { limit: 20 })
  const names = actions.map(({ action }) => action)
  assert.ok(names.includes('application.sleep') && names.includes('application.wake'))
})
