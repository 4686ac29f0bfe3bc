import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { createPhpRuntime } from './php-runtime.ts'

const page = { 'index.php': '<?php echo 1;' }

runtimeContract({
  create: () => createPhpRuntime(packagedCatalogue),
  smallest: page,
  readFiles: ['composer.json', 'composer.lock', 'mise.toml', 'clevercloud/cron.json'],
})

const runtime = createPhpRuntime(packagedCatalogue)
type Texts = Record<string, string>

const recipeOf = (files: Texts, environment: Texts = {}) =>
  runtime.recipe(filesSource(files), environment)

const failureOf = async (files: Texts, environment: Texts = {}) => {
  const failure = await recipeOf(files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure.message
}

const composer = (require: Texts, rest: object = {}) => ({
  ...page,
  'composer.json': JSON.stringify({ require, ...rest }),
})

const locked = (...packages: { name: string; require: Texts }[]) => ({
  'composer.lock': JSON.stringify({ packages }),
})

const versionOf = async (files: Texts, environment: Texts = {}) => {
  const { tools } = await recipeOf({ ...page, ...files }, environment)
  return tools.find(({ name }) => name === 'php')?.version
}

const startOf = async (files: Texts, environment: Texts = {}) =>
  (await recipeOf(files, environment)).start

test('PHP: the newest by default, else the newest that fits CC_PHP_VERSION', async () => {
  assert.equal(await versionOf({}), '8.4')
  for (const [text, version] of Object.entries({
    '8': '8.4',
    '8.2': '8.2',
    '8.2.7': '8.2',
    '<8.4': '8.2',
    '~8.2': '8.4',
    '~8.2.0': '8.2',
    '^8.1': '8.4',
    '8.2.*': '8.2',
    '7.4 || 8.2': '8.2',
  })) {
    assert.equal(await versionOf({}, { CC_PHP_VERSION: text }), version, text)
  }
})

test('PHP: composer.json says the version, mise.toml and the variable before it', async () => {
  for (const [constraint, version] of Object.entries({
    '>=7.4': '8.4',
    '^7.4|^8.0': '8.4',
    '>=8.0 <8.4': '8.2',
    '>= 8.0, < 8.3': '8.2',
    '8.0 - 8.3': '8.2',
    '8.2.*@dev': '8.2',
    '>8.2.1 !=8.4.1': '8.4',
    '<=8.4.0': '8.4',
    '<=8.2.99': '8.2',
    '*': '8.4',
    'dev-main': '8.4',
  })) {
    assert.equal(await versionOf(composer({ php: constraint })), version, constraint)
  }
  const old = composer({ php: '8.2.*' })
  assert.equal(await versionOf({ ...old, 'mise.toml': '[tools]\nphp = "8.4"\n' }), '8.4')
  assert.equal(await versionOf(old, { CC_PHP_VERSION: '8.4' }), '8.4')
})

test('PHP: a package in composer.lock that knows no newer PHP decides, and is named', async () => {
  const files = {
    ...composer({ php: '>=7.4' }),
    ...locked({ name: 'acme/old', require: { php: '^7.4 || ~8.0.0 || ~8.2.0' } }),
  }
  const { notes } = await recipeOf(files)
  assert.equal(
    notes[0],
    'PHP 8.2 ("acme/old" in composer.lock asks for "^7.4 || ~8.0.0 || ~8.2.0")',
  )
  const impossible = { ...files, ...locked({ name: 'acme/old', require: { php: '^7.4' } }) }
  assert.equal(await versionOf(impossible), '8.4', 'Composer says which package it is')
})

test('PHP: a version that is not there says which are', async () => {
  for (const text of ['7', '8.3', '5.6']) {
    assert.equal(
      await failureOf(page, { CC_PHP_VERSION: text }),
      `There is no PHP for CC_PHP_VERSION "${text}": the versions that can be had are 8.2, 8.4.`,
    )
  }
  assert.match(
    await failureOf(composer({ php: '^7.4' })),
    /^There is no PHP for the php requirement of composer\.json "\^7\.4": .* 8\.2, 8\.4\.$/,
  )
  assert.match(await failureOf(page, { CC_PHP_VERSION: 'new' }), /is not a version of PHP/)
})

test('PHP: extensions that are not there are named before the build', async () => {
  const usual = { 'ext-gd': '*', 'ext-PDO_pgsql': '*', 'ext-redis': '*', 'ext-imagick': '*' }
  await recipeOf(composer(usual))
  assert.match(
    await failureOf(composer({ 'ext-mongodb': '*' })),
    /"ext-mongodb" \("composer\.json"\)/,
  )
  const files = {
    ...composer({}),
    ...locked({ name: 'acme/queue', require: { 'ext-rdkafka': '*' } }),
  }
  assert.match(await failureOf(files), /an extension .*: "ext-rdkafka" \("acme\/queue"\)\.$/)
  const ignored = { CC_PHP_COMPOSER_FLAGS: '--ignore-platform-req=ext-rdkafka' }
  await recipeOf(files, ignored)
  const development = composer({}, { 'require-dev': { 'ext-xdebug': '*' } })
  await recipeOf(development)
  assert.match(await failureOf(development, { CC_PHP_DEV_DEPENDENCIES: 'install' }), /ext-xdebug/)
})

test('Composer: installs by composer.lock, without the dependencies for development', async () => {
  const files = { ...composer({}), ...locked() }
  const recipe = await recipeOf(files)
  const [step] = recipe.build
  assert.deepEqual(step?.command, ['composer-install', '--', '--no-dev', '--optimize-autoloader'])
  assert.deepEqual(recipe.buildCaches, ['vendor'])
  assert.deepEqual(recipe.programs, ['vendor/bin'])
  assert.deepEqual(recipe.warnings, [])
  const without = await recipeOf(composer({}))
  assert.match(without.warnings.join(), /composer\.lock is not in the repository/)
  const { build } = await recipeOf(page)
  assert.deepEqual(build, [])
})

test('Composer: its options and its version are those of the variables', async () => {
  const commandOf = async (environment: Texts) =>
    (await recipeOf({ ...composer({}), ...locked() }, environment)).build[0]?.command.slice(1)
  assert.deepEqual(await commandOf({ CC_PHP_DEV_DEPENDENCIES: 'install' }), [
    '--',
    '--optimize-autoloader',
  ])
  assert.deepEqual(await commandOf({ CC_PHP_COMPOSER_FLAGS: '--no-plugins -a' }), [
    ...['--', '--no-dev', '--no-plugins', '-a'],
  ])
  assert.equal((await commandOf({ CC_COMPOSER_VERSION: '2' }))?.[0], '--')
  assert.equal((await commandOf({ CC_COMPOSER_VERSION: '2.2' }))?.[0], '--version=2.2')
  const environment = { CC_PHP_COMPOSER_FLAGS: '--no-dev; reboot' }
  assert.match(await failureOf(composer({}), environment), /^CC_PHP_COMPOSER_FLAGS is/)
  assert.match(await failureOf(page, { CC_COMPOSER_MIRROR: 'x' }), /^CC_COMPOSER_MIRROR is/)
})

test('Composer: a committed vendor is used as it is, and only a lock file has Composer look at it', async () => {
  const committed = { ...composer({}), 'vendor/autoload.php': '' }
  const { build, notes } = await recipeOf(committed)
  assert.deepEqual(build, [])
  assert.match(notes.join(), /committed folder vendor is used as it is/)
  const checked = await recipeOf({ ...committed, ...locked() })
  assert.equal(checked.build.length, 1)
  assert.equal(checked.buildCaches, undefined, 'what is committed needs no cache')
  const moved = composer({}, { config: { 'vendor-dir': 'lib/php' } })
  assert.deepEqual((await recipeOf(moved)).buildCaches, ['lib/php'])
  const outside = composer({}, { config: { 'vendor-dir': '../php' } })
  assert.deepEqual((await recipeOf(outside)).buildCaches, ['vendor'])
})

test('Composer: files that are damaged fail before the build', async () => {
  const damaged = { ...page, 'composer.json': '{\n"require": }' }
  assert.equal(await failureOf(damaged), 'composer.json is not valid JSON: line 2, column 12.')
  const lock = { ...composer({}), 'composer.lock': '[]' }
  assert.equal(await failureOf(lock), 'composer.lock is not a JSON object.')
})

test('PHP: the main folder is served, or the only one of a framework with a page', async () => {
  const webrootOf = async (files: Texts, environment: Texts = {}) =>
    (await startOf(files, environment))[1]
  assert.equal(await webrootOf(page), '--webroot=.')
  const laravel = { artisan: '', 'public/index.php': '' }
  assert.equal(await webrootOf(laravel), '--webroot=public')
  assert.equal(await webrootOf({ ...laravel, '.htaccess': '' }), '--webroot=.')
  assert.equal(await webrootOf({ 'web/index.php': '' }), '--webroot=web')
  assert.equal(await webrootOf(laravel, { CC_WEBROOT: '.' }), '--webroot=.')
  assert.equal(
    await webrootOf({ ...page, 'site/a.php': '' }, { CC_WEBROOT: '/site/' }),
    '--webroot=site',
  )
  assert.match(
    await failureOf(page, { CC_WEBROOT: 'site' }),
    /^CC_WEBROOT is "site", and there is no/,
  )
  const built = { CC_WEBROOT: 'site', CC_POST_BUILD_HOOK: 'make' }
  assert.equal(await webrootOf(page, built), '--webroot=site')
  assert.match(await failureOf(page, { CC_WEBROOT: 'a" b' }), /^CC_WEBROOT is/)
})

test('PHP: limits, OPcache and compression are options of the server', async () => {
  const usual = await startOf(page)
  assert.equal(usual[2], '--memory-limit=128M')
  assert.equal(usual[3]?.split('=')[1], '180')
  const environment = {
    MEMORY_LIMIT: '512M',
    HTTP_TIMEOUT: '20',
    CC_OPCACHE_MEMORY: '64M',
    CC_OPCACHE_PRELOAD: './config/preload.php',
    ENABLE_GZIP_COMPRESSION: 'true',
    GZIP_TYPES: 'text/css',
    ENABLE_REDIS: 'true',
  }
  const [limit, patience, ...rest] = (await startOf(page, environment)).slice(2)
  assert.equal(limit, '--memory-limit=512M')
  assert.equal(patience?.split('=')[1], '20')
  assert.deepEqual(rest, [
    ...['--opcache-memory=64', '--preload=config/preload.php', '--gzip=text/css'],
  ])
  assert.match(await failureOf(page, { MEMORY_LIMIT: 'much' }), /^MEMORY_LIMIT is/)
})

test('PHP: sessions are in Redis when it is linked, and never with its password in the recipe', async () => {
  const redis = { REDIS_HOST: 'r.test', REDIS_PORT: '6379', REDIS_PASSWORD: 'hunter2' }
  const recipe = await recipeOf(page, { SESSION_TYPE: 'redis', ...redis })
  assert.equal(recipe.start.at(-1), '--sessions=redis')
  assert.doesNotMatch(JSON.stringify(recipe), /hunter2/)
  assert.match(await failureOf(page, { SESSION_TYPE: 'redis' }), /link a Redis add-on/)
})

test('PHP: CC_RUN_COMMAND listens itself, and a task has no server either', async () => {
  const recipe = await recipeOf(page, { CC_RUN_COMMAND: 'php artisan octane:start' })
  assert.deepEqual(recipe.start, ['sh', '-c', 'php artisan octane:start'])
  assert.deepEqual(recipe.tools, [{ name: 'php', version: '8.4' }])
  assert.equal(recipe.memoryOption, undefined)
})

test('PHP: http.json tells Apache more, and a mistake in it is refused before the build', async () => {
  const http = {
    force_https: true,
    charset: 'utf-8',
    aliases: { '/docs': 'docs' },
    error_pages: { '404': '/errors/404.html' },
    languages: { fr: '.fr' },
  }
  const start = await startOf({ ...page, 'clevercloud/http.json': JSON.stringify(http) })
  assert.deepEqual(start.slice(-6), [
    ...['--force-https=yes', '--charset=utf-8', '--alias=/docs', '--to=docs'],
    ...['--error-page=404:errors/404.html', '--language=fr:fr'],
  ])
  const wrong = { ...page, 'clevercloud/http.json': '{"charset":"x\\ny"}' }
  assert.match(await failureOf(wrong), /charset in clevercloud\/http\.json must be/)
})

test('PHP: behind a request flow Apache listens on the port that the flow leaves to it', async () => {
  const { start, workers } = await recipeOf(page, { CC_REQUEST_FLOW: 'block' })
  assert.deepEqual(start.slice(0, 3), ['env', 'PORT=9000', 'php-server'])
  assert.deepEqual(workers?.[0]?.command, ['request-flow', 'block', '8080', '9000'])
})
