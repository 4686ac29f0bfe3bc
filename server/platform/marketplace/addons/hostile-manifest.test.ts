import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import { validateManifest } from '#platform/marketplace/providers/validate-manifest.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { readConfig } from '#protocol/config.ts'
import { isSteering } from './config/addon-variables.ts'
import { validateOptions } from './orders/options.ts'

const providerClient = createProviderClient({ allowed: 'none', authorities: [] })
const manifest = (sso_url: string, more: object = {}) => {
  const urls = { base_url: 'https://x.test/resources', sso_url }
  const secrets = { password: 'kjh3'.repeat(10), sso_salt: 'oiu7'.repeat(10) }
  const api = { config_vars: ['PIGEON_URL'], ...secrets, regions: ['eu'] }
  return { id: 'pigeon', api: { ...api, production: urls, test: urls }, ...more }
}
const fieldsOf = (input: unknown): string[] => {
  try {
    validateManifest({ providerClient }, input)
    return []
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return Object.keys(error.details.fields ?? {})
  }
}

test('hostile manifest: no panel URL can inject a directive into the Content-Security-Policy header', () => {
  assert.deepEqual(fieldsOf(manifest('https://x.test/sso?a=b;c,d')), [])
  for (const host of ['a;frame-ancestors', 'a,b', "a'", 'a*']) {
    const wrong = ['api.production.sso_url', 'api.test.sso_url']
    assert.deepEqual(fieldsOf(manifest(`https://${host}/sso`)), wrong, host)
  }
})

test('hostile manifest: many short texts are refused when their total is too long', () => {
  const texts = Array.from({ length: 50 }, () => 'x'.repeat(9_000))
  assert.deepEqual(fieldsOf(manifest('https://x.test/sso', { texts })), [''])
  const names = Array.from({ length: 50 }, (_, place) => `A_${place}`)
  const values = Object.fromEntries(names.map((name) => [name, 'x'.repeat(9_000)]))
  assert.ok('problem' in readConfig(values, names))
  assert.throws(() => validateOptions(values), Refusal)
})

test('hostile manifest: variables that load code or redirect traffic are not accepted', () => {
  const steering = 'NODE_OPTIONS LD_PRELOAD PATH CC_RUN_COMMAND APP_ID PYTHONPATH RUBYOPT PERL5LIB'
  const more = '_JAVA_OPTIONS JAVA_TOOL_OPTIONS GCONV_PATH BASH_ENV GOFLAGS RUSTC_WRAPPER PHPRC PS4'
  for (const name of `${steering} ${more}`.split(' ')) assert.equal(isSteering(name), true, name)
  const honest = 'PIGEON_URL GOTIFY_TOKEN RUSTDESK_URL PRISMA_URL PYTHONIC_URL DATABASE_URL PGHOST'
  for (const name of honest.split(' ')) assert.equal(isSteering(name), false, name)
})
