import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#tests/support/platform/api.ts'

test('documentation: everybody reads it, under a strict policy, and asks again by ETag', async () => {
  await using api = await openTestApi()
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    api.ask(`${api.url}${path}`, { method, headers, redirect: 'manual' })
  const start = await ask('/docs?a=b')
  assert.deepEqual([start.status, start.headers.get('location')], [303, '/docs/'])
  for (const path of [
    '/docs/',
    '/docs/index.html',
    '/docs/guides/',
    '/docs/a/b/c/d/e/index.html',
  ]) {
    const { status, headers } = await ask(path, { 'accept-encoding': 'br' })
    assert.deepEqual([status, headers.get('content-encoding')], [200, 'br'], path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /unsafe|\*/)
    assert.equal(headers.get('cache-control'), 'no-cache')
    assert.equal(headers.get('set-cookie'), null)
    const etag = headers.get('etag') ?? ''
    assert.equal((await ask(path, { 'if-none-match': etag })).status, 304)
  }
  const script = await ask('/docs/assets/site-1.js')
  assert.match(script.headers.get('cache-control') ?? '', /immutable/)
  assert.equal((await ask('/docs/', {}, 'HEAD')).status, 200)
  for (const path of ['/docs/none.html', '/docs/..%2fpackage.json', '/docs/%00'])
    assert.equal((await ask(path)).status, 404, path)
})

test('documentation: its pages learn where the API is, and other sites do not', async () => {
  await using api = await openTestApi()
  const answer = await api.ask(`${api.url}/docs/platform.json`)
  assert.deepEqual(await answer.json(), {
    api: 'https://api.example.test',
    bridge: 'https://bridge.example.test',
  })
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
})

test('documentation: that it is not built is told with what builds it', async () => {
  const docsFiles = { isBuilt: async () => false, file: async () => undefined }
  await using api = await openTestApi({ docsFiles })
  const answer = await api.ask(`${api.url}/docs/guides/console.html`)
  assert.equal(answer.status, 503)
  assert.match(await answer.text(), /not built[\s\S]*npm run docs:site/)
  const pages = await api.ask(`${api.url}/docs/pages.json`)
  assert.deepEqual([pages.status, await pages.json()], [200, []])
})
