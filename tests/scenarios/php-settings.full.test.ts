import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** Variables of PHP, as a visitor notices them, on the older line. */
let berth: TestBerth
let web: PushedApplication

const variables = {
  CC_PHP_VERSION: '8.2',
  CC_WEBROOT: '/site',
  CC_OPCACHE_MEMORY: '64',
  CC_OPCACHE_PRELOAD: 'config/preload.php',
  MEMORY_LIMIT: '48M',
  HTTP_TIMEOUT: '3',
  ENABLE_GZIP_COMPRESSION: 'true',
  GZIP_TYPES: 'text/css',
  CC_HTTP_BASIC_AUTH: 'anna:tall ships',
}

const files = {
  'config/preload.php': '<?php function preloaded() { return "preloaded"; }\n',
  'site/index.php':
    '<?php header("content-type: text/plain"); echo PHP_VERSION, " ", preloaded(), " ", ini_get("opcache.memory_consumption"), " ", ini_get("memory_limit");\n',
  'site/slow.php': '<?php sleep(120); echo "late";\n',
  'site/large.php': '<?php echo strlen(str_repeat("x", 64 << 20));\n',
  'site/style.css': 'body { color: green }\n'.repeat(500),
}

const login = `Basic ${Buffer.from('anna:tall ships').toString('base64')}`

const seen = (path: string, headers: Record<string, string> = {}) =>
  visit(berth.addresses.visitors.http, web.host, {
    path,
    headers: { authorization: login, ...headers },
  })

before(() => provideTools({ name: 'php', version: '8.2' }), { timeout: 900_000 })
before(async () => {
  berth = await TestBerth.lease()
  const { client, admin } = berth
  web = await PushedApplication.create(berth, 'settings', undefined, admin.organisationId, 'php')
  await client.environment.replace(web.record, variables)
  const { state } = await web.deploy(files)
  assert.equal(state, 'OK', (await web.log()).join('\n'))
})
after(() => berth?.[Symbol.asyncDispose]())

test('PHP: OPcache has its size and preloads a script, and a request its memory', async () => {
  assert.match((await seen('/')).body, /^8\.2\.\d+ preloaded 64 48M$/)
  assert.equal((await seen('/large.php')).status, 500)
  await web.logged(/PHP Fatal error: {2}Allowed memory size of 50331648 bytes exhausted/)
})

test('PHP: visitors without the password of CC_HTTP_BASIC_AUTH get 401', async () => {
  assert.equal((await web.visit()).status, 401)
})

test('PHP: HTTP_TIMEOUT ends a request with 504, and the next one is answered', async () => {
  assert.equal((await seen('/slow.php')).status, 504)
  assert.equal((await seen('/')).status, 200)
})

test('PHP: only the media types of GZIP_TYPES are compressed', async () => {
  const gzip = { 'accept-encoding': 'gzip' }
  assert.equal((await seen('/style.css', gzip)).headers['content-encoding'], 'gzip')
  assert.equal((await seen('/', gzip)).headers['content-encoding'], undefined)
})

async function deployedWith(http: object) {
  const { state } = await web.deploy({
    'clevercloud/http.json': JSON.stringify(http),
    'docs/index.html': 'How to sail',
    'docs/missing.html': 'Nothing of that name',
    'site/gone.php': '<?php http_response_code(404); echo "of PHP";\n',
  })
  assert.equal(state, 'OK', (await web.log()).join('\n'))
}

test('PHP: http.json has aliases, and pages for errors of Apache and of PHP', async () => {
  await deployedWith({
    aliases: { '/manual': 'docs' },
    error_pages: { '404': 'docs/missing.html' },
  })
  assert.equal((await seen('/manual/')).body, 'How to sail')
  for (const path of ['/nothing', '/gone.php']) {
    const missing = await seen(path)
    assert.deepEqual([missing.status, missing.body], [404, 'Nothing of that name'])
  }
})

test('PHP: http.json leads visitors to TLS', async () => {
  await deployedWith({ force_https: true })
  const { status, headers } = await seen('/?page=1')
  assert.equal(status, 301)
  assert.match(String(headers.location), /^https:\/\/[^/]+\/\?page=1$/)
})
