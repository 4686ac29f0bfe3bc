import assert from 'node:assert/strict'
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { programVersion } from '#kit/build-identity/read-build.ts'
import { credentials, status } from '#tests/support/fake-api.ts'
import { startFakePlatform, userId } from '#tests/support/fake-platform.ts'

test('berth login --local: reads the data folder, verifies the credentials and stores them for the owner only', async () => {
  await using platform = await startFakePlatform()
  const { code, out } = await platform.type('login --local')
  assert.equal(code, 0)
  assert.equal(out, `Logged in to ${platform.api.url} as dev@example.test (profile 'local').\n`)

  const path = join(platform.root, 'config/berth/profiles.json')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  const { active, profiles } = JSON.parse(await readFile(path, 'utf8'))
  assert.equal(active, 'local')
  assert.deepEqual(profiles[0].credentials, credentials)
  assert.deepEqual(
    await readFile(profiles[0].ca, 'utf8'),
    await readFile(join(platform.root, 'data/ca.pem'), 'utf8'),
  )
})

test('berth login --local: --data selects the data folder', async () => {
  await using platform = await startFakePlatform()
  platform.env.BERTH_DATA = '/nonexistent'
  assert.equal((await platform.type('login --local --data ../data')).code, 0)
})

test('berth login --local: a platform that is not running is distinguished from one that refuses', async () => {
  await using platform = await startFakePlatform()
  const admin = join(platform.root, 'data/admin.json')
  await writeFile(admin, JSON.stringify({ ...credentials, secret: 'old' }))
  const refused = await platform.type('login --local')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /^Not authenticated\. Run `berth login`/)

  await platform.api[Symbol.asyncDispose]()
  const silent = await platform.type('login --local')
  assert.match(
    silent.err,
    /accepts no connection\. Is the server running\? Start it with `systemctl start berth`/,
  )

  await rm(join(platform.root, 'data/addresses.json'))
  const stopped = await platform.type('login --local')
  assert.match(stopped.err, /No platform has this data folder.*`npm start`/)
  await assert.rejects(stat(join(platform.root, 'config')), { code: 'ENOENT' })
})

test('berth login: waits until the user approves in the browser', async () => {
  await using platform = await startFakePlatform()
  const { token, secret, consumerKey, consumerSecret } = credentials
  let page = ''
  const browser = join(platform.root, 'browser')
  const opened = join(platform.root, 'opened')
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" >'${opened}'\n`)
  await chmod(browser, 0o755)
  platform.env.BROWSER = browser
  platform.api.answers.unshift([
    /^GET \/v2\/self\/cli_tokens$/,
    ({ query }) => {
      const asked = platform.api.heard.filter(({ path }) => path === '/v2/self/cli_tokens')
      page = `${platform.api.url}/cli-oauth?cli_version=${programVersion()}&cli_token=${query.cli_token}`
      return asked.length < 2
        ? status(404, { id: 404, message: '', type: 'error' })
        : { token, secret }
    },
  ])
  const addresses = { api: platform.api.url, console: platform.api.url, bridge: platform.api.url }
  platform.api.answers.unshift([
    /^GET \/v4\/platform$/,
    () => ({
      ...addresses,
      git: { ssh: 'ssh://git@127.0.0.1:4002', https: 'https://127.0.0.1:4002' },
      tools: { consumerKey, consumerSecret },
      authority: 'the authority',
    }),
  ])
  const { code, out, err } = await platform.type(`login --api ${platform.api.url}/`)
  assert.equal(code, 0, err)
  assert.ok(out.includes(page), out)
  assert.match(page, /cli_token=[\w-]{27}$/)
  assert.equal(await readFile(opened, 'utf8'), page)
  assert.match(out, /\(profile 'default'\)/)
  // Git over HTTPS is used even where the API has no TLS.
  const kept = join(platform.root, 'config/berth/authorities/default/ca.pem')
  assert.equal(await readFile(kept, 'utf8'), 'the authority')
})

test('berth login: needs the address and the OAuth consumer of the platform', async () => {
  await using platform = await startFakePlatform()
  const nowhere = await platform.type('login')
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.err, /Unknown platform address/)
  const wrong = await platform.type('login --api example.com')
  assert.match(wrong.err, /Invalid (address|BERTH_BRIDGE)/)
  const consumer = await platform.type(`login --api ${platform.api.url}`)
  assert.match(consumer.err, /does not publish the OAuth consumer/)
})

test('berth profile: profiles are shown, switched and removed', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  await platform.type('login --local --profile second')
  const shown = JSON.parse((await platform.type('profile --format json')).out)
  assert.equal(shown.profile, 'second')
  assert.equal(shown.id, userId)
  assert.deepEqual(shown.others, ['local'])
  await platform.type('profile switch local')
  assert.match((await platform.type('profile')).out, /^Profile +local$/m)

  await platform.type('logout')
  await assert.rejects(stat(join(platform.root, 'config/berth/authorities/local')), {
    code: 'ENOENT',
  })
  assert.match((await platform.type('profile')).out, /^Profile +second$/m)
  await platform.type('logout')
  assert.match((await platform.type('profile')).err, /not logged in/)
  assert.match((await platform.type('profile switch local')).err, /Unknown profile 'local'/)
})

test('berth login: a profile name cannot be a path', async () => {
  await using platform = await startFakePlatform()
  assert.match((await platform.type('login --local --profile ../x')).err, /Invalid profile name/)
})

test('BERTH_API_TOKEN: commands call the bridge without a login', async () => {
  await using platform = await startFakePlatform()
  Object.assign(platform.env, { BERTH_API_TOKEN: 'apiToken1', BERTH_BRIDGE: platform.api.url })
  const { code, out } = await platform.type('profile --format json')
  assert.equal(code, 0)
  assert.equal(JSON.parse(out).profile, 'environment')
  assert.equal(platform.api.heard[0]?.headers.authorization, 'Bearer apiToken1')
  Reflect.deleteProperty(platform.env, 'BERTH_BRIDGE')
  assert.match((await platform.type('profile')).err, /BERTH_BRIDGE is not/)
})
