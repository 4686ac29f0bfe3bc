import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get as plainGet } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fixtureFor } from '#git/fixture.contract.ts'
import { flush, packet } from '#git/wire/pkt-line.ts'

const fixture = fixtureFor()
const { platform } = fixture

interface Answer {
  status: number | undefined
  headers: IncomingMessage['headers']
  body: string
}

async function ask(path: string, options: RequestOptions = {}, body?: Buffer): Promise<Answer> {
  const asked = request({ host: 'localhost', port: fixture.port, ca: fixture.ca, path, ...options })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

const ann = { auth: 'ann:ann-secret' }
const post = (service: string, headers: Record<string, string> = {}): RequestOptions => ({
  ...ann,
  method: 'POST',
  headers: { 'Content-Type': `application/x-${service}-request`, ...headers },
})
const missing = 'app_00000000-0000-4000-8000-000000000000'
const refs = (application: string, service = 'git-receive-pack') =>
  `/${application}.git/info/refs?service=${service}`

test('git over HTTPS: every path requires credentials', async () => {
  const application = platform.newApplication()
  const paths = [
    refs(application),
    refs(missing),
    `/${application}.git/git-receive-pack`,
    '/',
    '/%00',
  ]
  for (const path of paths) {
    for (const authorization of [undefined, 'Bearer x', 'Basic', 'Basic !!!', 'Basic YQ==']) {
      const headers = authorization ? { authorization } : {}
      const answer = await ask(path, { headers })
      assert.equal(answer.status, 401)
      assert.equal(answer.headers['www-authenticate'], 'Basic realm="Berth"')
    }
  }
})

test('git over HTTPS: wrong credentials get a new challenge', async () => {
  const application = platform.newApplication()
  const answer = await ask(refs(application), { auth: 'ann:wrong' })
  assert.equal(answer.status, 401)
  assert.equal(answer.headers['www-authenticate'], 'Basic realm="Berth"')
})

test('git over HTTPS: unknown and foreign applications and other paths are reported as missing', async () => {
  const application = platform.newApplication()
  const unknown = await ask(refs(missing), ann)
  const foreign = await ask(refs(application), { auth: 'bob:bob-secret' })
  assert.equal(unknown.status, 404)
  assert.deepEqual([foreign.status, foreign.body], [unknown.status, unknown.body])
  assert.match(unknown.headers['content-type'] ?? '', /^text\/plain/)
  const paths = [
    '/',
    '/x.git/info/refs',
    `/${application}.git/HEAD`,
    `/../${application}.git/info/refs`,
  ]
  for (const path of paths) assert.equal((await ask(path, ann)).status, 404)
})

test('git over HTTPS: a new repository is advertised as empty', async () => {
  const application = platform.newApplication()
  for (const service of ['git-receive-pack', 'git-upload-pack']) {
    const { status, headers, body } = await ask(refs(application, service), ann)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], `application/x-${service}-advertisement`)
    assert.match(headers['cache-control'] ?? '', /no-cache/)
    assert.ok(body.startsWith(`${packet(`# service=${service}\n`)}0000`))
    if (service === 'git-receive-pack') assert.match(body, /0{40} capabilities\^\{\}\0/)
    assert.ok(body.endsWith('0000'))
  }
})

test('git over HTTPS: requests that git does not send are refused with a message', async () => {
  const application = platform.newApplication()
  const pack = `/${application}.git/git-receive-pack`
  const wrong: [string, RequestOptions, Buffer?][] = [
    [`/${application}.git/info/refs`, ann],
    [refs(application, 'git-upload-archive'), ann],
    [refs(application), { ...ann, method: 'DELETE' }],
    [pack, ann],
    [pack, { ...ann, method: 'POST' }],
    [pack, post('git-receive-pack', { 'Content-Encoding': 'br' })],
    [pack, post('git-receive-pack'), packet('rm -rf /')],
    [
      pack,
      post('git-receive-pack'),
      Buffer.concat([packet(`shallow ${'0'.repeat(40)}`), packet('x')]),
    ],
  ]
  for (const [path, options, body] of wrong) {
    const answer = await ask(path, options, body)
    assert.equal(answer.status, 400, path)
    assert.match(answer.body, /^[^\n]+\n$/)
  }
})

test('git over HTTPS: a probe before a large push gets an empty response', async () => {
  const pack = `/${platform.newApplication()}.git/git-receive-pack`
  const answer = await ask(pack, post('git-receive-pack'), flush)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['content-type'], 'application/x-git-receive-pack-result')
  assert.equal(answer.body, '')
})

test('git over HTTPS: a body may be compressed, and may wait for 100 Continue', async () => {
  const application = platform.newApplication()
  const folder = await fixture.checkout()
  await fixture.gitOrThrow(folder, ['push', '--quiet', fixture.url('https', application), 'master'])
  const question = Buffer.concat([packet('command=ls-refs\n'), flush])
  const headers = { 'Git-Protocol': 'version=2', 'Content-Encoding': 'gzip' }
  const upload = `/${application}.git/git-upload-pack`
  const answer = await ask(upload, post('git-upload-pack', headers), gzipSync(question))
  assert.match(answer.body, /^[0-9a-f]{44} HEAD\n/)

  const waiting = request({
    host: 'localhost',
    port: fixture.port,
    ca: fixture.ca,
    path: upload,
    ...post('git-upload-pack', { 'Git-Protocol': 'version=2', Expect: '100-continue' }),
  })
  waiting.flushHeaders()
  await once(waiting, 'continue')
  waiting.end(question)
  const [response] = (await once(waiting, 'response')) as [IncomingMessage]
  assert.match(await text(response), /^[0-9a-f]{44} HEAD\n/)
})

test('git over HTTPS: git sends a large push in chunks', async () => {
  const application = platform.newApplication()
  const folder = await fixture.checkout({ 'a.txt': 'x'.repeat(10_000) })
  await fixture.commit(folder, { 'b.txt': Array.from({ length: 9999 }, Math.random).join() })
  const push = ['-c', 'http.postBuffer=1024', 'push', fixture.url('https', application), 'master']
  const { code, stderr } = await fixture.git(folder, push)
  assert.equal(code, 0, stderr)
  assert.equal(platform.pushesOf(application).length, 1)
})

test('git over HTTPS: a client without TLS is told to use https', async () => {
  const asked = plainGet({ host: '127.0.0.1', port: fixture.port, path: refs(missing) })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 400)
  assert.match(await text(response), /^Git is served over HTTPS here: .*https:\/\/\n$/)
})
