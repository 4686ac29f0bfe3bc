import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { newApplication } from '#tests/support/platform/platform.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

const commit = (digit: string) => digit.repeat(40)

async function openEnvironments() {
  const api = await openTypedApi()
  const { applications } = api.platform.store
  const make = async (name: string) => {
    const made = await newApplication(api.platform, api.account.organisationId)
    await applications.change(made.id, { name })
    return { ...made, name }
  }
  const [staging, production] = [await make('staging'), await make('production')]
  await api.deploy(staging, commit('1'))
  await api.deploy(staging, commit('2'))
  return { api, staging, production, make }
}

const releasesIn = async (api: TypedApi, name: string) =>
  (await api.type(`releases --app ${name}`)).out

test('berth promote: goes to the target of the linked application, and from the source of the linked target', async () => {
  const { api, staging } = await openEnvironments()
  await using _ = api
  await api.type('link staging')
  const none = await api.type('promote')
  assert.match(none.err, /staging has no promotion target/)
  const set = await api.type('promote target production')
  assert.match(set.out, /Releases of staging are promoted to production\./)
  const promoted = await api.type('promote')
  assert.equal(promoted.code, 0, promoted.err)
  assert.match(
    promoted.out + promoted.err,
    /Promoting release 2 of staging, commit 22222222, to production\./,
  )
  assert.match(
    await releasesIn(api, 'production'),
    /live +22222222 .* Promotion of release 2 of staging/,
  )
  await api.type('unlink staging')
  await api.type('link production')
  const back = await api.type('promote --release 1 --wait live --quiet')
  assert.equal(back.code, 0, back.err)
  assert.match(
    await releasesIn(api, 'production'),
    /live +11111111 .* Promotion of release 1 of staging/,
  )
  assert.match((await api.type('promote target')).out, /It takes releases of staging\./)
  await api.type('restart --quiet')
  assert.match(await releasesIn(api, 'production'), /Restart \(release 1 of staging\)/)
  const list = JSON.parse((await api.type('releases --format json')).out)
  assert.deepEqual(list.at(-1).origin, { applicationId: staging.id, name: 'staging', number: 1 })
  assert.equal((await api.type('promote target --unset --app staging')).code, 0)
  assert.equal((await api.type('promote target --unset --app staging')).code, 1)
})

test('berth promote: by name, and which of several applications is asked for', async () => {
  const { api, make } = await openEnvironments()
  await using _ = api
  const promoted = await api.type('promote --from staging --to production')
  assert.equal(promoted.code, 0, promoted.err)
  const other = await make('other')
  await api.deploy(other, commit('3'))
  for (const name of ['staging', 'other']) await api.type(`promote target production --app ${name}`)
  await api.type('link production')
  assert.match(
    (await api.type('promote')).err,
    /Releases of several applications are promoted to production/,
  )
  assert.equal((await api.type('promote --from other')).code, 0)
  assert.match(await releasesIn(api, 'production'), /Promotion of release 1 of other/)
  assert.match(
    (await api.type('promote --release last')).err,
    /Invalid release 'last': use a number/,
  )
})

test('berth promote: an application of another owner, or that the caller may not see, is refused', async () => {
  const { api, production } = await openEnvironments()
  await using _ = api
  const { store } = api.platform
  const [first] = await store.members.listOf(api.account.organisationId)
  const own = await newApplication(api.platform, first?.user.id ?? assert.fail())
  await store.applications.change(own.id, { name: 'own' })
  const foreign = await api.type('promote --from own --to production')
  assert.match(foreign.err, /own and production have different owners/)
  const client = createClient({ api: api.url, credentials: api.account })
  const unknown = { from: 'app_00000000-0000-4000-8000-000000000000' }
  await assert.rejects(client.promotions.promote(production, unknown), /There is no application/)
  client.close()
  assert.deepEqual(await store.deployments.listOf(production.id, {}), [])
})
