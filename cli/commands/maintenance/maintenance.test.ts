import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'

test('berth maintenance: begins with a link, shows what is on, changes it and ends it', async () => {
  await using api = await openTypedApi()
  await api.type('create --type node shop')
  assert.match((await api.type('maintenance --app shop')).out, /^shop is not under maintenance/)
  const on = await api.type(
    'maintenance on --until 2h --message Soon --allow 10.1.2.3/8 --app shop',
  )
  assert.equal(on.code, 0)
  const link = /Link +(\S+)/.exec(on.out)?.[1] ?? ''
  assert.match(link, /^https?:\/\/app-\S+\/\?berth_bypass=[A-Za-z0-9]{40}$/)
  assert.match(on.out, /Let through +10\.0\.0\.0\/8/)
  assert.match(on.out, /Until +about \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  const json = JSON.parse((await api.type('maintenance --app shop --format json')).out)
  assert.deepEqual([json.isOn, json.link, json.message], [true, link, 'Soon'])
  const again = await api.type('maintenance on --allow ::1 --allow 192.0.2.7 --app shop')
  assert.match(again.out, /Let through +::1, 192\.0\.2\.7/)
  assert.ok(again.out.includes(link), 'the link stays')
  assert.ok(!(await api.type('maintenance on --new-link --app shop')).out.includes(link))
  assert.equal((await api.type('maintenance off --app shop')).out, 'Visitors reach shop.\n')
  assert.equal((await api.type('maintenance off --app shop')).code, 0)
  const actions = await api.platform.store.audit.listOf(api.account.organisationId, { limit: 20 })
  const names = actions.map(({ action }) => action)
  assert.ok(names.includes('maintenance.begin') && names.includes('maintenance.end'))
})

test('berth env set: a password for visitors is in force without a restart', async () => {
  await using api = await openTypedApi()
  await api.type('create --type node shop')
  const set = await api.type('env set CC_HTTP_BASIC_AUTH=anna:secret --app shop')
  assert.equal(set.out, 'Set CC_HTTP_BASIC_AUTH. Visitors of shop need it from now on.\n')
  const both = await api.type('env set CC_HTTP_BASIC_AUTH_1=a:b OTHER=x --app shop')
  assert.match(both.out, /Run `berth restart`/)
  const wrong = await api.type('env set CC_HTTP_BASIC_AUTH_2=anna --app shop')
  assert.match(wrong.err, /CC_HTTP_BASIC_AUTH_2 must be a user and a password/)
  const gone = await api.type('env rm CC_HTTP_BASIC_AUTH --app shop')
  assert.equal(gone.out, 'Removed CC_HTTP_BASIC_AUTH. Visitors of shop no longer need it.\n')
})

test('berth maintenance on: says what is wrong with a time or an address', async () => {
  await using api = await openTypedApi()
  await api.type('create --type node shop')
  const soon = await api.type('maintenance on --until soon --app shop')
  assert.deepEqual([soon.code, /Invalid time 'soon'/.test(soon.err)], [1, true])
  const odd = await api.type('maintenance on --allow everybody --app shop')
  assert.match(odd.err, /"everybody" is neither an IP address nor a network/)
  const past = await api.type('maintenance on --until 2020-01-01 --app shop')
  assert.match(past.err, /must be in the future/)
})
