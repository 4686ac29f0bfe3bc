import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { root } from '#tests/laws/source-tree.ts'
import { startWebApplication } from '#tests/support/applications/web-application.ts'
import { connectHttp2 } from '#tests/support/visitors/http2-visitor.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { visit } from '#tests/support/visitors/visitor.ts'
import { openNodeRouter } from './node-router.ts'

const timeout = 300_000
const large = Buffer.alloc(50 * 1024 * 1024, 'x')

test('node router: visitors who take nothing of a response are cut off, over both versions of HTTP', async () => {
  const top = await mkdtemp(join(tmpdir(), 'berth-stalled-'))
  const authority = createAuthority('Berth of a test')
  const router = await openNodeRouter({
    folder: join(top, 'router'),
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    authority: authority.certificate,
    identityFor: (host) => issueCertificate(authority, [host]),
    compileCache: join(root, 'node_modules/.cache/berth'),
    // Long enough for the visitor who reads: on a busy machine this process may stand still for a second.
    readTimeout: 3000,
    standbyDelay: null,
  })
  let cut = 0
  await using app = await startWebApplication((_, response) => {
    response.on('close', () => {
      if (!response.writableFinished) cut += 1
    })
    response.end(large)
  })
  try {
    await router.switchTo(routeTo([app.address]))
    const { http, https } = router.addresses
    const stalled = connect(http, '127.0.0.1').pause()
    stalled.on('error', () => {})
    stalled.write('GET / HTTP/1.1\r\nHost: app.test\r\n\r\n')
    await until(() => cut === 1, { timeout, what: 'the end of the response over HTTP/1.1' })
    stalled.destroy()

    const session = await connectHttp2(https, authority.certificate)
    const stream = session.request({ ':path': '/', ':authority': 'app.test' })
    stream.on('error', () => {}).pause()
    const closed = once(stream, 'close').catch(() => {})
    await until(() => cut === 2, { timeout, what: 'the end of the response over HTTP/2' })
    stream.resume()
    await closed
    session.destroy()

    assert.equal((await visit(http)).body.length, large.length, 'who reads gets all')
    assert.equal(cut, 2)
  } finally {
    await router.stop()
    await rm(top, { recursive: true, force: true })
  }
})
