import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { createRubyRuntime } from './ruby-runtime.ts'

const lockWith = (gems: readonly string[], end = '', platforms = ['ruby']) =>
  `GEM
  remote: https://rubygems.org/
  specs:
${gems.map((name) => `    ${name} (1.0.0)\n      rack (~> 3.0)`).join('\n')}

PLATFORMS
${platforms.map((name) => `  ${name}`).join('\n')}

DEPENDENCIES
  puma
${end}`

const rack = { 'config.ru': 'run App\n', Gemfile: 'gem "puma"\n' }
const locked = { ...rack, 'Gemfile.lock': lockWith(['puma', 'rack']) }

runtimeContract({
  create: () => createRubyRuntime(packagedCatalogue),
  smallest: locked,
  readFiles: [
    ...['Gemfile', 'Gemfile.lock', 'config.ru', '.ruby-version', '.tool-versions'],
    ...['config/application.rb', 'mise.toml', 'clevercloud/cron.json'],
    'clevercloud/http.json',
  ],
})

const runtime = createRubyRuntime(packagedCatalogue)
type Texts = Record<string, string>

const recipeOf = (files: Texts, environment: Texts = {}) =>
  runtime.recipe(filesSource(files), environment)

const failureOf = async (files: Texts, environment: Texts = {}) => {
  const failure = await recipeOf(files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure.message
}

const versionOf = async (files: Texts, environment: Texts = {}) => {
  const { tools } = await recipeOf({ ...locked, ...files }, environment)
  return tools.find(({ name }) => name === 'ruby')?.version
}

const titlesOf = async (files: Texts, environment: Texts = {}) =>
  (await recipeOf(files, environment)).build.map(({ title }) => title)

const startOf = async (files: Texts, environment: Texts = {}) =>
  (await recipeOf(files, environment)).start.join(' ')

test('Ruby: the newest by default, else the newest that fits what is asked for', async () => {
  assert.equal(await versionOf({}), '3.3')
  for (const [text, version] of Object.entries({
    '3': '3.3',
    '3.1': '3.1',
    '3.1.4': '3.1',
    'ruby-3.1.2': '3.1',
    '2.7.8p225': '2.7',
    '< 3.3': '3.1',
    '>= 2.7, < 3': '2.7',
    '~> 3.1': '3.3',
    '~> 3.1.0': '3.1',
    '>= 3.1.6': '3.3',
    '!= 3.3': '3.1',
  })) {
    assert.equal(await versionOf({}, { CC_RUBY_VERSION: text }), version, text)
  }
})

test('Ruby: files say the version, the lock file before the Gemfile, the variable before all', async () => {
  const lock = { 'Gemfile.lock': lockWith(['puma'], '\nRUBY VERSION\n   ruby 3.1.2p20\n') }
  const gemfile = (line: string) => ({ Gemfile: `source "https://rubygems.org"\n${line}\n` })
  assert.equal(await versionOf(lock), '3.1')
  assert.equal(await versionOf({ ...lock, ...gemfile('ruby "3.3.0"') }), '3.1')
  assert.equal(await versionOf(lock, { CC_RUBY_VERSION: '2.7' }), '2.7')
  assert.equal(await versionOf(gemfile('ruby "~> 3.1.0"')), '3.1')
  assert.equal(await versionOf(gemfile("ruby('>= 2.7', '< 3.3')")), '3.1')
  assert.equal(await versionOf({ '.ruby-version': 'ruby-3.1.2\n' }), '3.1')
  assert.equal(await versionOf({ '.tool-versions': 'nodejs 24\nruby 2.7.8\n' }), '2.7')
  assert.equal(await versionOf({ 'mise.toml': '[tools]\nruby = "3.1"\n' }), '3.1')
})

test('Ruby: a Gemfile that computes its version is left to Bundler', async () => {
  for (const line of ['ruby file: ".ruby-version"', 'ruby ENV["RUBY"]', 'ruby "#{major}.1"']) {
    assert.equal(await versionOf({ Gemfile: `${line}\n` }), '3.3', line)
  }
})

test('Ruby: a version that is not there says which are', async () => {
  for (const text of ['4', '3.2', '3.2.2']) {
    assert.equal(
      await failureOf(locked, { CC_RUBY_VERSION: text }),
      `There is no Ruby for CC_RUBY_VERSION "${text}": the versions that can be had are 2.7, 3.1, 3.3.`,
    )
  }
  assert.match(await failureOf(locked, { CC_RUBY_VERSION: 'jruby' }), /is not a version of Ruby/)
})

test('Ruby: the lock file decides which gems are installed, without those for development', async () => {
  const { build, environment, buildCaches } = await recipeOf(locked)
  assert.deepEqual(build[0]?.command, ['ruby-environment', 'locked'])
  assert.equal(environment.BUNDLE_DEPLOYMENT, 'true')
  assert.equal(environment.BUNDLE_WITHOUT, 'development:test')
  assert.deepEqual(buildCaches, [environment.BUNDLE_PATH])
  const unlocked = await recipeOf(rack)
  assert.equal(unlocked.environment.BUNDLE_DEPLOYMENT, undefined)
  assert.match(unlocked.warnings.join(' '), /bundle lock/)
})

test('Ruby: gems.rb and gems.locked are read like Gemfile and Gemfile.lock', async () => {
  const files = { 'config.ru': '', 'gems.rb': '', 'gems.locked': lockWith(['puma']) }
  assert.match((await recipeOf(files)).notes.join(' '), /what gems\.locked locks/)
})

test('Ruby: archives in vendor/cache are named', async () => {
  const files = { ...locked, 'vendor/cache/rack-3.1.0.gem': '' }
  assert.match((await recipeOf(files)).notes.join(' '), /from vendor\/cache/)
})

test('Ruby: RAILS_ENV and RACK_ENV choose the groups, and reach the application', async () => {
  const { environment } = await recipeOf(locked, { RACK_ENV: 'development' })
  assert.equal(environment.BUNDLE_WITHOUT, 'test')
  assert.equal(environment.RACK_ENV, 'development')
  assert.equal((await recipeOf(locked)).environment.RAILS_ENV, undefined)
  const rails = { ...locked, 'Gemfile.lock': lockWith(['puma', 'railties']) }
  const { environment: ofRails, buildCaches } = await recipeOf(rails)
  assert.deepEqual(buildCaches, ['vendor/bundle', 'tmp/cache/assets', 'tmp/cache/bootsnap'])
  assert.equal(ofRails.RAILS_ENV, 'production')
  assert.equal(ofRails.RAILS_SERVE_STATIC_FILES, 'true')
  const served = await recipeOf(rails, { STATIC_WEBROOT: 'public', RAILS_ENV: 'staging' })
  assert.equal(served.environment.RAILS_SERVE_STATIC_FILES, undefined)
  assert.equal(served.environment.RACK_ENV, 'staging')
})

test('Ruby: a lock file for other operating systems is refused with the command that mends it', async () => {
  const files = { ...locked, 'Gemfile.lock': lockWith(['puma'], '', ['arm64-darwin-23']) }
  assert.equal(
    await failureOf(files),
    'Gemfile.lock is for arm64-darwin-23 only: run `bundle lock --add-platform x86_64-linux` (or aarch64-linux) and commit it.',
  )
  const both = lockWith(['puma'], '', ['arm64-darwin-23', 'x86_64-linux'])
  assert.ok(await recipeOf({ ...locked, 'Gemfile.lock': both }))
})

test('Ruby: config.ru is served by puma, or by what CC_RACKUP_SERVER names of the bundle', async () => {
  const serving = (name: string, files: Texts = {}) =>
    startOf(
      { ...locked, 'Gemfile.lock': lockWith([name, 'rackup']), ...files },
      { CC_RACKUP_SERVER: name },
    )
  const begin = 'env PORT=9000 bundle exec'
  assert.equal(await startOf(locked), `${begin} puma --bind=tcp://127.0.0.1:9000 config.ru`)
  assert.equal(await serving('falcon'), `${begin} falcon serve --bind http://127.0.0.1:9000`)
  assert.equal(await serving('unicorn'), `${begin} unicorn --listen=127.0.0.1:9000 config.ru`)
  assert.match(
    await serving('unicorn', { 'config/unicorn.rb': '' }),
    /--config-file=config\/unicorn\.rb config\.ru$/,
  )
  assert.match(await serving('thin'), /thin --address=127\.0\.0\.1 --port=9000 .*start$/)
  assert.match(await serving('webrick'), /rackup --host=127\.0\.0\.1 --port=9000 --server=webrick/)
})

test('Ruby: a server that is not in the bundle is refused with the one that is', async () => {
  const files = { ...locked, 'Gemfile.lock': lockWith(['thin']) }
  assert.equal(
    await failureOf(files),
    'Gemfile.lock has no gem "puma", which is to serve config.ru: run `bundle add puma` and commit it, or set CC_RACKUP_SERVER=thin.',
  )
  assert.match(await failureOf({ 'config.ru': '' }), /There is no Gemfile: run `bundle init/)
  assert.match(await failureOf({ Gemfile: '' }), /^There is no config\.ru/)
  assert.match(await failureOf(locked, { CC_RACKUP_SERVER: '-e puts' }), /^CC_RACKUP_SERVER is/)
})

test('Ruby: an own command listens behind the server for static files, except of a task', async () => {
  const run = { CC_RUN_COMMAND: 'ruby server.rb' }
  const own = await recipeOf({ Gemfile: '' }, run)
  assert.deepEqual(own.start, ['env', 'PORT=9000', 'sh', '-c', 'ruby server.rb'])
  assert.equal(own.workers?.[0]?.command[0], 'front')
  const task = await recipeOf({}, { ...run, CC_TASK: 'true' })
  assert.deepEqual(task.start, ['sh', '-c', 'ruby server.rb'])
  assert.equal(task.workers, undefined)
})

test('Ruby: goals of rake run at the end of the build, in their order', async () => {
  const environment = { CC_RAKEGOALS: 'db:migrate, sitemap[a,b] ,,assets:precompile' }
  assert.deepEqual((await titlesOf(locked, environment)).slice(1), [
    'rake db:migrate',
    'rake sitemap[a,b]',
    'rake assets:precompile',
  ])
})

test('Ruby: Sidekiq runs beside the application, once for each of its files', async () => {
  const files = { ...locked, 'Gemfile.lock': lockWith(['puma', 'sidekiq']) }
  const workersOf = async (environment: Texts) =>
    (await recipeOf(files, environment)).workers?.map(({ command }) => command.join(' ')).slice(1)
  assert.deepEqual(await workersOf({ CC_ENABLE_SIDEKIQ: 'true' }), ['bundle exec sidekiq'])
  const two = { CC_ENABLE_SIDEKIQ: 'true', CC_SIDEKIQ_FILES: 'config/one.yml, config/two.yml' }
  assert.deepEqual(await workersOf(two), [
    'bundle exec sidekiq --config=config/one.yml',
    'bundle exec sidekiq --config=config/two.yml',
  ])
  assert.deepEqual(await workersOf({ CC_SIDEKIQ_FILES: 'config/one.yml' }), [])
  assert.match(await failureOf(locked, { CC_ENABLE_SIDEKIQ: 'true' }), /no gem "sidekiq"/)
})
