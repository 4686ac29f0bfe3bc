import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { type GemServer, openGemServer } from '#tests/support/gems/gem-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'

/** Servers for Rack other than puma, on the older lines of Ruby. */
let berth: TestBerth
let gems: GemServer
let folder: string

/** A bundle as lines of its lock file, without the names of the gems that are asked for. */
const lockOf = (specs: string, asked: readonly string[]) => `GEM
  remote: https://rubygems.org/
  specs:
${specs}

PLATFORMS
  ruby

DEPENDENCIES
${asked.map((name) => `  ${name}`).join('\n')}

BUNDLED WITH
   2.6.7
`

const thinAndUnicorn = lockOf(
  `    daemons (1.4.1)
    eventmachine (1.2.7)
    kgio (2.11.4)
    rack (2.2.22)
    raindrops (0.20.1)
    thin (1.8.1)
      daemons (~> 1.0, >= 1.0.9)
      eventmachine (~> 1.0, >= 1.0.4)
      rack (>= 1, < 3)
    unicorn (6.1.0)
      kgio (~> 2.6)
      raindrops (~> 0.7)`,
  ['rack', 'thin', 'unicorn'],
)

const webrick = lockOf('    rack (2.2.22)\n    webrick (1.8.1)', ['rack', 'webrick'])

const gemfile = (...names: string[]) =>
  `source "https://rubygems.org"\n${names.map((name) => `gem "${name}"\n`).join('')}`

const hello = {
  'config.ru':
    'run ->(env) { [200, { "content-type" => "text/plain" }, ["#{env["SERVER_SOFTWARE"]} on Ruby #{RUBY_VERSION}"]] }\n',
}

before(
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'berth-locks-'))
    const paths = ['servers.lock', 'webrick.lock'].map((name) => join(folder, name))
    await Promise.all([thinAndUnicorn, webrick].map((text, at) => writeFile(paths[at] ?? '', text)))
    await provideTools({ name: 'ruby', version: '2.7' })
    gems = await openGemServer(paths, '3.1')
    berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
  },
  { timeout: 900_000 },
)
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await gems?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function applicationOf(name: string, environment: Record<string, string>) {
  const { client, admin } = berth
  const web = await PushedApplication.create(berth, name, undefined, admin.organisationId, 'ruby')
  for (const [each, value] of Object.entries({ ...environment, ...gems.environment }))
    await client.environment.set(web.record, { name: each, value })
  return web
}

async function servedBy(web: PushedApplication, files: Record<string, string>) {
  const { state } = await web.deploy(files)
  assert.equal(state, 'OK', (await web.log()).join('\n'))
  return (await web.visit()).body
}

test('CC_RACKUP_SERVER: thin and unicorn serve on Ruby 3.1', async () => {
  const web = await applicationOf('servers', { CC_RUBY_VERSION: '3.1', CC_RACKUP_SERVER: 'thin' })
  const files = { ...hello, Gemfile: gemfile('rack', 'thin', 'unicorn') }
  assert.match(
    await servedBy(web, { ...files, 'Gemfile.lock': thinAndUnicorn }),
    /^thin 1\..* on Ruby 3\.1/,
  )
  const { client } = berth
  await client.environment.set(web.record, { name: 'CC_RACKUP_SERVER', value: 'unicorn' })
  const body = await servedBy(web, { 'config/unicorn.rb': 'worker_processes 2\n' })
  assert.match(body, /on Ruby 3\.1/)
})

test('CC_RACKUP_SERVER: a server that rackup knows serves on Ruby 2.7', async () => {
  const web = await applicationOf('oldest', {
    CC_RUBY_VERSION: '2.7',
    CC_RACKUP_SERVER: 'webrick',
  })
  const files = { ...hello, Gemfile: gemfile('rack', 'webrick'), 'Gemfile.lock': webrick }
  const body = await servedBy(web, files)
  assert.match(body, /^WEBrick.* on Ruby 2\.7/)
})
