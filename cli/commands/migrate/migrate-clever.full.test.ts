import assert from 'node:assert/strict'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { openTypedApi } from '#tests/support/platform/typed-api.ts'

const bin = join(import.meta.dirname, '../../../node_modules/.bin')

test('berth migrate clever: reads an application with the real clever-tools, from a platform with the same API', async () => {
  await using source = await openTypedApi()
  await using target = await openTypedApi()
  await source.type('create --type node shop')
  await source.type('env set GREETING=hello --app shop')
  await source.type('domain add shop.example.org/eu --app shop')
  const { consumerKey, consumerSecret, token, secret } = source.account
  Object.assign(target.env, {
    PATH: [bin, process.env.PATH].join(delimiter),
    API_HOST: source.url,
    AUTH_BRIDGE_HOST: source.bridge,
    OAUTH_CONSUMER_KEY: consumerKey,
    OAUTH_CONSUMER_SECRET: consumerSecret,
    CLEVER_TOKEN: token,
    CLEVER_SECRET: secret,
  })
  const { code, out, err } = await target.type('migrate clever shop')
  assert.equal(code, 0, err)
  assert.match(out, /^Created shop of Clever Cloud, as an application of type node in zone par/)
  assert.match(out, /\nVariables:\n {2}GREETING\n\nDomains:\n {2}shop\.example\.org\/eu\n/)
  const { out: set } = await target.type('env --app shop --format json')
  assert.deepEqual(JSON.parse(set).env, [{ name: 'GREETING', value: 'hello' }])
})
