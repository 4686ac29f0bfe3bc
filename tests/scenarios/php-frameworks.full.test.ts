import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openExample } from '#tests/examples.ts'
import { deployExamples } from '#tests/support/applications/deploy-examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { openComposerRepository } from '#tests/support/composer/composer-repository.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** An application with a front controller, and the same one with real databases and what commonly goes wrong. */
let berth: TestBerth
let shop: PushedApplication

before(() => provideTools({ name: 'php', version: '8.4' }), { timeout: 900_000 })
before(async () => {
  berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
  const example = await openExample('php-database')
  const environment = { ...example.environment, SESSION_TYPE: 'redis' }
  shop = await PushedApplication.ofExample(berth, { ...example, environment })
})
after(() => berth?.[Symbol.asyncDispose]())

await deployExamples('php-frameworks')

test('PHP: reads a linked PostgreSQL, in the build too, and keeps its sessions in a linked Redis', async () => {
  for (const providerId of ['postgresql-addon', 'redis-addon']) {
    const order = { name: providerId, providerId, region: 'par' }
    const addon = await berth.client.addons.order(berth.admin.organisationId, order)
    await berth.client.addons.link(shop.record, addon.id)
  }
  const { state } = await shop.deploy({})
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  assert.match((await shop.visit()).body, /^Visit \d+ in pgsql$/m)
  const settings = (headers: object) =>
    visit(berth.addresses.visitors.http, shop.host, { path: '/settings', headers })
  const first = await settings({})
  assert.match(first.body, /sessions in redis: 1, https off/)
  const [cookie = ''] = [first.headers['set-cookie'] ?? []].flat()
  // What a visitor says of the way is not believed.
  const next = await settings({ cookie: cookie.split(';')[0], 'x-forwarded-proto': 'https' })
  assert.match(next.body, /sessions in redis: 2, https off/)
})

test('PHP: what goes wrong is in the log with the line to change, and the version before serves on', async () => {
  const broken = { 'public/index.php': '<?php\n\n$x = ;\n' }
  const { state } = await shop.deploy(broken)
  assert.equal(state, 'FAIL')
  await shop.logged(/PHP Parse error: {2}syntax error, .*public\/index\.php on line 3/)
  await shop.logged(/php -l <file>/)
  assert.match((await shop.visit()).body, /^Visit \d+ in pgsql$/m)
})

test('Composer: packages of a private repository are downloaded once, with COMPOSER_AUTH', async () => {
  const example = await openExample('php')
  const login = { username: 'anna', password: 'secret' }
  await using repository = await openComposerRepository(
    join(example.folder, 'packages/greeting'),
    `${login.username}:${login.password}`,
  )
  const environment = {
    COMPOSER_AUTH: JSON.stringify({ 'http-basic': { [repository.host]: login } }),
  }
  const web = await PushedApplication.ofExample(berth, { ...example, environment })
  const name = 'example/greeting'
  const greeting = {
    name,
    version: '1.0.0',
    type: 'library',
    dist: { type: 'tar', url: `http://${repository.host}/greeting.tar`, shasum: '' },
    autoload: { 'psr-4': { 'Example\\Greeting\\': 'src/' } },
  }
  const { state } = await web.deploy({
    'composer.json': JSON.stringify({
      require: { [name]: '1.0.0' },
      repositories: [{ type: 'package', package: greeting }, { 'packagist.org': false }],
      config: { 'secure-http': false },
    }),
    'composer.lock': JSON.stringify({
      packages: [greeting],
      'packages-dev': [],
      'content-hash': '',
    }),
  })
  assert.equal(state, 'OK', (await web.log()).join('\n'))
  assert.match((await web.visit()).body, /^Hello from Apache/)
  const asked = await repository.asked()
  assert.ok(asked.includes('/greeting.tar'))
  assert.equal((await web.deploy({ 'public/style.css': 'body {}' })).state, 'OK')
  assert.deepEqual(await repository.asked(), asked)
})
