import assert from 'node:assert/strict'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { expectedAnswer } from '#tests/support/expected-answer.ts'
import { type GemServer, openGemServer } from '#tests/support/gems/gem-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'

/** Sinatra with a database of the platform, whose gems come from a server, from the build before and from the repository. */
let berth: TestBerth
let gems: GemServer
let shop: PushedApplication
const example = await openExample('sinatra')

before(
  async () => {
    gems = await openGemServer([join(example.folder, 'Gemfile.lock')])
    berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
    const environment = { ...example.environment, ...gems.environment }
    shop = await PushedApplication.ofExample(berth, { ...example, environment })
    const { client, admin } = berth
    const order = { name: 'shop-db', providerId: 'postgresql-addon', region: 'par' }
    const addon = await client.addons.order(admin.organisationId, order)
    await client.addons.link(shop.record, addon.id)
  },
  { timeout: 900_000 },
)
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await gems?.[Symbol.asyncDispose]()
})

const archives = (paths: readonly string[]) => paths.filter((path) => path.endsWith('.gem'))

async function deployed(files: Record<string, string>) {
  const { state } = await shop.deploy(files)
  const log = await shop.log()
  assert.equal(state, 'OK', log.join('\n'))
  return log.join('\n')
}

test('Ruby with a database: a goal of rake makes the table in the build, and visits are written', async () => {
  await deployed({})
  assert.ok(archives(await gems.asked()).length > 8)
  // The first visit is the health check's.
  assert.match((await shop.visit()).body, /^Visit [2-9] in PostgreSQL$/m)
  const { visits = [] } = (await expectedAnswer(example)) ?? {}
  for (const { path, status, body } of visits) {
    const seen = await shop.visit(path)
    assert.equal(seen.status, status)
    assert.match(seen.body.trim(), new RegExp(body))
  }
})

test('Ruby with a database: another build downloads no gem, and a hook compiles against the headers', async () => {
  const before = archives(await gems.asked())
  const extension = [
    'require "mkmf"',
    'find_header("libpq-fe.h", `pg_config --includedir`.strip) && have_header("yaml.h") or abort',
    'create_makefile("twice")',
  ]
  const source = `#include <ruby.h>
static VALUE twice(VALUE self, VALUE n) { return INT2NUM(2 * NUM2INT(n)); }
void Init_twice(void) { rb_define_global_function("twice", twice, 1); }
`
  await berth.client.environment.set(shop.record, {
    name: 'CC_POST_BUILD_HOOK',
    value:
      'cd ext && ruby extconf.rb && make && ruby -r./twice.so -e "puts %(21 twice is #{twice(21)})"',
  })
  const log = await deployed({ 'ext/extconf.rb': extension.join('\n'), 'ext/twice.c': source })
  assert.match(log, /21 twice is 42/)
  assert.deepEqual(archives(await gems.asked()), before)
})

test('Ruby with a database: gems in vendor/cache need no server, another patch of Ruby runs, http.json is followed', async () => {
  await berth.client.environment.set(shop.record, {
    name: 'BUNDLE_MIRROR__ALL',
    value: 'http://127.0.0.1:1',
  })
  await berth.client.environment.set(shop.record, { name: 'CC_CACHE_DEPENDENCIES', value: 'false' })
  await berth.client.environment.unset(shop.record, 'CC_POST_BUILD_HOOK')
  await cp(join(gems.folder, 'gems'), join(shop.project.folder, 'vendor/cache'), {
    recursive: true,
  })
  const gemfile =
    'source "https://rubygems.org"\nruby "3.3.1"\n%w[pg puma rake sinatra].each { |name| gem name }\n'
  const lock = await readFile(join(example.folder, 'Gemfile.lock'), 'utf8')
  const ruby = 'RUBY VERSION\n   ruby 3.3.1p55\n\nBUNDLED WITH'
  const http = { aliases: { '/docs': 'manual' }, error_pages: { 404: 'manual/missing.html' } }
  const log = await deployed({
    Gemfile: gemfile,
    'Gemfile.lock': lock.replace('BUNDLED WITH', ruby),
    'clevercloud/http.json': JSON.stringify(http),
    'manual/index.html': 'How to shop',
    'manual/missing.html': 'Nothing of that name',
  })
  assert.match(log, /Gemfile asks for Ruby 3\.3\.1: 3\.3\.\d+ has its fixes and runs instead/)
  assert.match((await shop.visit()).body, /^Visit \d+ in PostgreSQL$/m)
  assert.match((await shop.visit('/docs/')).body, /How to shop/)
  const missing = await shop.visit('/nothing')
  assert.deepEqual([missing.status, missing.body], [404, 'Nothing of that name'])
})
