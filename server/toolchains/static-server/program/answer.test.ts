import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createAnswer } from './answer.ts'
import { OptionsError, readOptions } from './options.ts'

const script = `${'console.log(1)\n'.repeat(500)}`
let folder: string
let server: Server
let pages: Server
const errors: Error[] = []

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'berth-static-')))
  const site = join(folder, 'site')
  await mkdir(join(site, 'docs'), { recursive: true })
  await mkdir(join(site, 'empty'))
  await mkdir(join(folder, 'temporary'))
  await mkdir(join(site, '.well-known'))
  await mkdir(join(site, 'clevercloud'))
  await writeFile(join(folder, 'secret.txt'), 'secret')
  for (const [path, text] of Object.entries({
    'index.html': '<h1>Home</h1>',
    'about.html': '<h1>About</h1>',
    '404.html': '<h1>Nobody</h1>',
    'app.js': script,
    'app.3f9a0c12.js': script,
    'ready.css': 'body{}',
    'ready.css.br': 'precompressed',
    'letters.txt': 'abcdefghij',
    'odd name é.txt': 'odd',
    'file.unknown': 'x',
    'docs/index.html': '<h1>Docs</h1>',
    '.env': 'secret',
    '.well-known/security.txt': 'Contact: a',
    'clevercloud/key': 'secret',
  })) {
    await writeFile(join(site, path), text)
  }
  await writeFile(join(site, 'large.bin'), '')
  await truncate(join(site, 'large.bin'), 20 * 1024 * 1024)
  await symlink('../secret.txt', join(site, 'outside.txt'))
  await symlink('..', join(site, 'up'))
  await symlink('.env', join(site, 'env.txt'))
  await symlink('letters.txt', join(site, 'inside.txt'))
  await symlink('loop', join(site, 'loop'))
  server = await openServer('--hide=clevercloud', '--', 'site')
  pages = await openServer('--fallback=index.html', '--', 'site')
})
after(async () => {
  for (const each of [server, pages]) {
    each?.close()
    each?.closeAllConnections()
  }
  await rm(folder, { recursive: true })
  assert.deepEqual(errors, [])
})

async function openServer(...args: string[]): Promise<Server> {
  const options = await readOptions(args, folder)
  const temporary = join(folder, 'temporary')
  const onError = (error: Error) => void errors.push(error)
  const opened = createServer(createAnswer(options, { temporary, onError }))
  await once(opened.listen(0, '127.0.0.1'), 'listening')
  return opened
}

/** Sends the path as it is: clients of a higher level clean it. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path, headers, method }, resolve)
    sent.on('error', reject).end()
  })
  const body = Buffer.concat(await response.toArray())
  return { status: response.statusCode, headers: response.headers, body, text: body.toString() }
}

test('static server: serves files with their type, and pages without .html', async () => {
  const home = await ask('/')
  assert.deepEqual([home.status, home.text], [200, '<h1>Home</h1>'])
  assert.equal(home.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(home.headers['x-content-type-options'], 'nosniff')
  assert.equal((await ask('/about?x=1')).text, '<h1>About</h1>')
  assert.equal((await ask('/odd%20name%20%C3%A9.txt')).text, 'odd')
  const unknown = await ask('/file.unknown')
  assert.equal(unknown.headers['content-type'], 'application/octet-stream')
})

test('static server: a folder is redirected to its slash, and is never listed', async () => {
  const { status, headers } = await ask('/docs?x=1')
  assert.deepEqual([status, headers.location], [301, '/docs/?x=1'])
  assert.equal((await ask('/docs/')).text, '<h1>Docs</h1>')
  assert.equal((await ask('/empty/')).status, 404)
  assert.equal((await ask('/empty')).status, 404)
  assert.equal((await ask('/letters.txt/')).status, 404)
})

test('static server: HEAD has the headers alone, and other methods are refused', async () => {
  const { status, headers, text } = await ask('/letters.txt', {}, 'HEAD')
  assert.deepEqual([status, headers['content-length'], text], [200, '10', ''])
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    const refused = await ask('/', {}, method)
    assert.deepEqual([refused.status, refused.headers.allow], [405, 'GET, HEAD'], method)
  }
})

test('static server: a visitor who has the file gets 304', async () => {
  const { headers } = await ask('/letters.txt')
  const etag = headers.etag ?? ''
  assert.match(etag, /^"[\w-]{22}"$/)
  for (const condition of [
    { 'if-none-match': etag },
    { 'if-none-match': `"other", W/${etag}` },
    { 'if-modified-since': headers['last-modified'] ?? '' },
  ]) {
    const { status, text } = await ask('/letters.txt', condition)
    assert.deepEqual([status, text], [304, ''], JSON.stringify(condition))
  }
  assert.equal((await ask('/letters.txt', { 'if-none-match': '"other"' })).status, 200)
  assert.equal((await ask('/letters.txt', { 'if-match': '"other"' })).status, 412)
})

test('static server: the ETag depends on the content, not on the time of the file', async () => {
  const { headers } = await ask('/letters.txt')
  await writeFile(join(folder, 'site/same.txt'), 'abcdefghij')
  assert.equal((await ask('/same.txt')).headers.etag, headers.etag)
  await writeFile(join(folder, 'site/same.txt'), 'jihgfedcba')
  assert.notEqual((await ask('/same.txt')).headers.etag, headers.etag)
})

test('static server: answers range requests', async () => {
  const etag = (await ask('/letters.txt')).headers.etag ?? ''
  const part = await ask('/letters.txt', { range: 'bytes=2-4' })
  assert.deepEqual([part.status, part.text], [206, 'cde'])
  assert.equal(part.headers['content-range'], 'bytes 2-4/10')
  assert.equal((await ask('/letters.txt', { range: 'bytes=-3' })).text, 'hij')
  const beyond = await ask('/letters.txt', { range: 'bytes=99-' })
  assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, 'bytes */10'])
  const fresh = { range: 'bytes=0-0', 'if-range': etag }
  assert.deepEqual((await ask('/letters.txt', fresh)).status, 206)
  const stale = { range: 'bytes=0-0', 'if-range': '"other"' }
  assert.deepEqual((await ask('/letters.txt', stale)).status, 200)
  const large = await ask('/large.bin', { range: 'bytes=20971519-' })
  assert.deepEqual([large.status, large.body.length], [206, 1])
  assert.ok(large.headers.etag)
})

test('static server: compresses text where it is accepted, with an ETag of its own', async () => {
  const plain = await ask('/app.js')
  assert.deepEqual([plain.text, plain.headers.vary], [script, 'Accept-Encoding'])
  const br = await ask('/app.js', { 'accept-encoding': 'gzip, br' })
  assert.equal(br.headers['content-encoding'], 'br')
  assert.equal(br.headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(brotliDecompressSync(br.body).toString(), script)
  const gzip = await ask('/app.js', { 'accept-encoding': 'gzip' })
  assert.equal(gunzipSync(gzip.body).toString(), script)
  const tags = [plain, br, gzip].map(({ headers }) => headers.etag)
  assert.equal(new Set(tags).size, 3)
  const again = { 'accept-encoding': 'gzip, br', 'if-none-match': br.headers.etag ?? '' }
  assert.equal((await ask('/app.js', again)).status, 304)
  const part = await ask('/app.js', { 'accept-encoding': 'br', range: 'bytes=0-6' })
  assert.deepEqual([part.text, part.headers['content-encoding']], ['console', undefined])
})

test('static server: a file that is compressed already is served as it is', async () => {
  const { text, headers } = await ask('/ready.css', { 'accept-encoding': 'br' })
  assert.deepEqual([text, headers['content-encoding']], ['precompressed', 'br'])
  assert.equal(headers['content-type'], 'text/css; charset=utf-8')
  assert.equal((await ask('/ready.css', { 'accept-encoding': 'gzip' })).text, 'body{}')
})

test('static server: browsers ask again, except for names with a hash', async () => {
  assert.match((await ask('/app.js')).headers['cache-control'] ?? '', /max-age=0, must-revalidate/)
  assert.match((await ask('/app.3f9a0c12.js')).headers['cache-control'] ?? '', /immutable/)
})

test('static server: what is missing is answered with 404.html, which is never a part or fresh', async () => {
  const { status, text, headers } = await ask('/missing', {
    range: 'bytes=0-1',
    'if-none-match': '*',
  })
  assert.deepEqual([status, text], [404, '<h1>Nobody</h1>'])
  assert.deepEqual(
    [headers.etag, headers['last-modified'], headers['cache-control']],
    [undefined, undefined, undefined],
  )
})

test('static server: dot files, hidden folders and what links lead to outside are not there', async () => {
  for (const path of [
    '/.env',
    '/%2eenv',
    '/env.txt',
    '/outside.txt',
    '/up/secret.txt',
    '/up/site/letters.txt/',
    '/loop',
    '/clevercloud/key',
    '/%63levercloud/key',
    '//clevercloud/key',
  ]) {
    const { status, text } = await ask(path)
    assert.deepEqual([status, text], [404, '<h1>Nobody</h1>'], path)
  }
  assert.equal((await ask('/.well-known/security.txt')).text, 'Contact: a')
  assert.equal((await ask('/inside.txt')).text, 'abcdefghij')
})

test('static server: paths that no file can have are answered plainly', async () => {
  for (const path of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%00',
    '/%',
    '*',
  ]) {
    const { status, text } = await ask(path)
    assert.deepEqual([status, text], [400, 'Bad Request\n'], path)
  }
  for (const path of [`/${'a'.repeat(300)}`, `/${'a/'.repeat(4000)}`]) {
    assert.equal((await ask(path)).status, 404)
  }
})

test('static server: a fallback answers paths of pages, not of missing files', async () => {
  const { port } = pages.address() as AddressInfo
  const visit = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return [response.status, await response.text()]
  }
  assert.deepEqual(await visit('/any/page'), [200, '<h1>Home</h1>'])
  assert.deepEqual(await visit('/missing.js'), [404, '<h1>Nobody</h1>'])
})

test('static server: a folder that is missing or outside is refused with a sentence', async () => {
  const refusal = async (path: string) => {
    const error = await readOptions(['--', path], join(folder, 'site')).catch((each) => each)
    assert.ok(error instanceof OptionsError)
    return error.message
  }
  assert.match(await refusal('dist'), /There is no folder "dist" after the build: set CC_WEBROOT/)
  assert.match(await refusal('up'), /outside of the application/)
  assert.match(await refusal('letters.txt'), /no folder/)
})
