import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'

let berth: TestBerth
let site: PushedApplication

before(async () => {
  berth = await TestBerth.lease()
  const owner = berth.admin.organisationId
  site = await PushedApplication.create(berth, 'site', undefined, owner, 'static')
})
after(() => berth?.[Symbol.asyncDispose]())

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  visit(berth.addresses.visitors.http, site.host, { path, headers, method })

const failedLog = async (files: Record<string, string>) => {
  const { state, uuid } = await site.deploy(files)
  assert.equal(state, 'FAIL')
  return (await site.log(uuid)).join('\n')
}

test('static: a repository without files is refused with a sentence', async () => {
  assert.match(await failedLog({}), /There are no files, so there is nothing to serve\./)
})

test('static: a push of files is served without a build', async () => {
  const { state } = await site.deploy({
    'index.html': 'version 1',
    'letters.txt': 'abcdefghij',
    'app.js': 'console.log(1)\n'.repeat(200),
    '404.html': 'nobody here',
    'docs/index.html': 'docs',
    'clevercloud/notes.txt': 'private',
    '.env': 'private',
  })
  assert.equal(state, 'OK', (await site.log()).join('\n'))
  assert.equal((await ask('/')).body, 'version 1')
  const { status, headers } = await ask('/docs')
  assert.deepEqual([status, headers.location], [301, '/docs/'])
  assert.equal((await ask('/letters.txt', {}, 'HEAD')).headers['content-length'], '10')
})

test('static: conditional, range and compressed answers pass through the router', async () => {
  const { headers } = await ask('/letters.txt')
  const fresh = await ask('/letters.txt', { 'if-none-match': String(headers.etag) })
  assert.deepEqual([fresh.status, fresh.body], [304, ''])
  const part = await ask('/letters.txt', { range: 'bytes=2-4' })
  assert.deepEqual([part.status, part.body], [206, 'cde'])
  const url = `${berth.addresses.visitors.http}/app.js`
  const words = ['curl', '--silent', '--output', 'app.br', '--header', 'Accept-Encoding: br']
  await site.project.run([...words, '--header', `Host: ${site.host}`, url])
  const { stdout } = await site.project.run(['base64', 'app.br'])
  const script = brotliDecompressSync(Buffer.from(stdout, 'base64')).toString()
  assert.match(script, /^console\.log/)
  await site.project.run(['rm', 'app.br'])
})

test('static: what is missing or private gets the page 404.html', async () => {
  for (const path of ['/missing', '/.env', '/clevercloud/notes.txt']) {
    const { status, body } = await ask(path)
    assert.deepEqual([status, body], [404, 'nobody here'], path)
  }
  for (const path of ['/..%2f..%2fetc/passwd', '/%00']) {
    assert.equal((await ask(path)).status, 400, path)
  }
})

test('static: a new version replaces the old one without a failed request, and what is equal stays fresh', async () => {
  const { headers } = await ask('/letters.txt')
  await using visitors = keepVisiting(berth.addresses.visitors.http, site.host, 2)
  const { state } = await site.deploy({ 'index.html': 'version 2' })
  assert.equal(state, 'OK', (await site.log()).join('\n'))
  assert.equal((await ask('/')).body, 'version 2')
  const { failures, bodies } = await visitors.stop()
  assert.deepEqual(failures, [])
  assert.ok(bodies.every((body) => /^version [12]$/.test(body)))
  const fresh = await ask('/letters.txt', { 'if-none-match': String(headers.etag) })
  assert.equal(fresh.status, 304)
})

test('static: a folder that is missing is refused before or after the build, and the old version keeps serving', async () => {
  await site.ok('env', 'set', 'CC_WEBROOT', 'dist')
  const log = await failedLog({ 'a.txt': '' })
  assert.match(log, /CC_WEBROOT is "dist", and there is no such folder\./)
  await site.ok('env', 'set', 'CC_BUILD_COMMAND', 'true')
  assert.match(await failedLog({ 'b.txt': '' }), /There is no folder "dist" after the build/)
  assert.equal((await ask('/')).body, 'version 2')
})

test('static: the files can be made by a command of the build', async () => {
  const command = 'mkdir dist && cp index.html dist/ && ln -s /etc/passwd dist/users.txt'
  await site.ok('env', 'set', 'CC_BUILD_COMMAND', command)
  const { state } = await site.deploy({ 'index.html': 'version 3' })
  assert.equal(state, 'OK', (await site.log()).join('\n'))
  assert.equal((await ask('/')).body, 'version 3')
  assert.equal((await ask('/users.txt')).status, 404)
})

test('static: the stock client creates such an application', async () => {
  await using project = await Project.create(berth, 'stock')
  const { organisationId } = berth.admin
  const words = ['create', '--type', 'static', 'stock', '--region', 'par', '--org', organisationId]
  const { code, output } = await project.cleverAnew([...words, '--no-update-notifier'])
  assert.equal(code, 0, output)
  const all = await berth.client.applications.list(organisationId)
  assert.equal(all.find(({ name }) => name === 'stock')?.instance.type, 'static')
})
