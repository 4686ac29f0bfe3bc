import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { basicAuth } from '#kit/net/basic-auth.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import { readProvisioned } from '#protocol/provisioned.ts'
import { ssoFields } from '#protocol/sso/sso.ts'
import { root } from '#tests/laws/source-tree.ts'
import { type } from '#tests/support/captured-terminal.ts'
import { openExampleProvider } from './example-provider.ts'

const folder = join(root, 'examples/provider')

test('example provider: the code is short', async () => {
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  assert.ok(texts.join('').split('\n').length < 150)
})

test('example provider: a copy provisions add-ons, greets and shows its panel', async (t) => {
  const { manifest, url, close } = await openExampleProvider()
  t.after(close)
  const { base_url, sso_url } = manifest.api.test
  const authorization = basicAuth({ id: manifest.id, password: manifest.api.password })
  const headers = { authorization, 'content-type': 'application/json' }
  const body = provisionRequest({
    addon_id: 'addon_1',
    owner_id: 'orga_1',
    owner_name: 'Ada & Co',
    user_id: 'user_1',
    plan: 'dev',
    callback_url: 'http://127.0.0.1:1/x',
    options: {},
    logplex_token: 't',
  })
  const ordered = await fetch(base_url, { method: 'POST', headers, body: JSON.stringify(body) })
  const made = readProvisioned(await ordered.json(), manifest)
  assert.ok(!('problem' in made))
  assert.deepEqual(made.warnings, [])

  const { GREETER_URL = '', GREETER_TOKEN } = made.config
  const greet = `${url}${new URL(GREETER_URL).pathname}?name=Bob`
  assert.equal((await fetch(greet)).status, 401)
  const greeted = await fetch(greet, { headers: { authorization: `Bearer ${GREETER_TOKEN}` } })
  assert.equal(await greeted.text(), 'Hello, Bob!\n')

  const timestamp = String(Date.now())
  const visit = { id: made.id, user_id: 'user_1', email: 'a@b.org', 'nav-data': '', timestamp }
  const form = new URLSearchParams({ ...ssoFields(visit, manifest.api.sso_salt) })
  const entered = await fetch(sso_url, { method: 'POST', body: form, redirect: 'manual' })
  const location = new URL(entered.headers.get('location') ?? '', sso_url)
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const panel = await (await fetch(location, { headers: { cookie } })).text()
  assert.match(panel, /Greeter for Ada &amp; Co/)
})

test('example provider: a copy passes every conformance check of the CLI', async (t) => {
  const { file, close } = await openExampleProvider()
  t.after(close)
  const typed = await type(['provider', 'test', file, '--plan', 'dev', '--plan', 'big'], {
    folder: '/',
    env: {},
  })
  assert.match(typed.out, /Nothing that must hold has failed, of 1\d\d checks\.\n$/)
  assert.deepEqual([typed.code, typed.err], [0, ''])
})
