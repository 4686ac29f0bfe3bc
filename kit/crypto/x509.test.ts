import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, randomBytes, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, mkdtempDisposable, rm, writeFile } from 'node:fs/promises'
import { createServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '#kit/process/subprocess.ts'
import {
  createAuthority,
  createChallengeCertificate,
  createSigningRequest,
  issueCertificate,
} from './x509.ts'

const authority = createAuthority('Berth of a test')

async function statusOver(hosts: string[], servername: string): Promise<number | string> {
  const identity = issueCertificate(authority, hosts)
  const server = createServer({ cert: identity.certificate, key: identity.key }, (_, response) =>
    response.end('well'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    return await new Promise((resolve) => {
      get(
        { host: '127.0.0.1', port, servername, ca: authority.certificate, agent: false },
        (response) => resolve(response.resume().statusCode ?? 0),
      ).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('X.509: a client that trusts the authority accepts a certificate for each host it names', async () => {
  const hosts = ['app.localhost', '*.wild.test', '127.0.0.1']
  assert.equal(await statusOver(hosts, 'app.localhost'), 200)
  assert.equal(await statusOver(hosts, 'anything.wild.test'), 200)
  assert.equal(await statusOver(hosts, ''), 200)
})

test('X.509: a client rejects the certificate for a host that it does not name', async () => {
  assert.equal(
    await statusOver(['app.localhost'], 'other.localhost'),
    'ERR_TLS_CERT_ALTNAME_INVALID',
  )
})

test('X.509: a certificate contains DNS names, and IPv4 and IPv6 addresses', () => {
  const { certificate } = issueCertificate(authority, [
    'App.example',
    '10.1.2.3',
    '::1',
    '2001:DB8::7:ffff',
    '::ffff:1.2.3.4',
  ])
  const leaf = new X509Certificate(certificate)
  assert.equal(
    leaf.subjectAltName,
    'DNS:app.example, IP Address:10.1.2.3, IP Address:0:0:0:0:0:0:0:1, ' +
      'IP Address:2001:DB8:0:0:0:0:7:FFFF, IP Address:0:0:0:0:0:FFFF:102:304',
  )
  assert.ok(leaf.checkIP('::1'))
  assert.ok(leaf.checkIP('10.1.2.3'))
})

test('X.509: a certificate is signed by its authority, and is no authority itself', () => {
  const root = new X509Certificate(authority.certificate)
  const leaf = new X509Certificate(issueCertificate(authority, ['app.localhost']).certificate)
  assert.ok(root.ca)
  assert.ok(!leaf.ca)
  assert.ok(leaf.checkIssued(root))
  assert.ok(leaf.verify(root.publicKey))
  assert.ok(root.verify(root.publicKey))
  assert.notEqual(leaf.serialNumber, root.serialNumber)
})

test('X.509: certificates are valid from an hour ago, for 397 days; authorities for ten years', () => {
  const now = Date.now()
  const day = 86_400_000
  const leaf = new X509Certificate(issueCertificate(authority, ['app.localhost']).certificate)
  const root = new X509Certificate(authority.certificate)
  assert.ok(leaf.validFromDate.getTime() < now - 3_500_000)
  assert.equal((leaf.validToDate.getTime() - leaf.validFromDate.getTime()) / day, 397)
  assert.equal((root.validToDate.getTime() - root.validFromDate.getTime()) / day, 3652)
})

test('X.509: a host name too long for a common name is an alternative name only', () => {
  const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.localhost`
  const leaf = new X509Certificate(issueCertificate(authority, [host]).certificate)
  assert.equal(leaf.checkHost(host), host)
})

test('X.509: an invalid host name is never written into a certificate', () => {
  for (const host of [
    '',
    'a b',
    'a\0.localhost',
    'a,DNS:b',
    'é.localhost',
    '-a.test',
    'a'.repeat(300),
  ]) {
    assert.throws(() => issueCertificate(authority, [host]), /not a host name/, host)
  }
  assert.throws(() => issueCertificate(authority, []), /at least one host/)
})

test('X.509: openssl accepts the chain in strict mode', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-x509-'))
  try {
    const ca = join(folder, 'ca.pem')
    const leaf = join(folder, 'leaf.pem')
    await writeFile(ca, authority.certificate)
    await writeFile(leaf, issueCertificate(authority, ['app.localhost', '::1']).certificate)
    const verify: [string, ...string[]] = [
      'openssl',
      ...['verify', '-x509_strict', '-purpose', 'sslserver', '-verify_hostname', 'app.localhost'],
      ...['-CAfile', ca, leaf],
    ]
    const verdict = await run(verify).catch(() => undefined)
    if (!verdict) return t.diagnostic('openssl is not installed')
    assert.equal(verdict.stdout, `${leaf}: OK\n`, verdict.stderr)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('X.509: openssl accepts a request for a certificate, which is signed with its key and names the host', async (t) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-x509-'))
  const file = join(folder.path, 'request.der')
  for (const [host, subject] of [
    ['Shop.example', 'CN=Shop.example'],
    [`${'a'.repeat(60)}.shop.example`, ''],
  ] as const) {
    const { csr, key } = createSigningRequest(host)
    await writeFile(file, csr)
    const form = ['-inform', 'DER', '-in', file, '-noout']
    const verdict = await run(['openssl', 'req', ...form, '-verify', '-text', '-pubkey']).catch(
      () => undefined,
    )
    if (!verdict) return t.diagnostic('openssl is not installed')
    const { stdout, stderr } = verdict
    assert.match(stdout + stderr, /self-signature verify OK/i)
    assert.match(stdout, new RegExp(`DNS:${host.toLowerCase()}\\n`))
    assert.equal(/Subject:(.*)/.exec(stdout)?.[1]?.replaceAll(' ', ''), subject)
    const publicKey = createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'pem' })
    assert.ok(stdout.includes(publicKey.toString()))
  }
  assert.throws(() => createSigningRequest('a b'), /not a host name/)
})

test('X.509: the certificate that answers a challenge has the digest in a critical extension, and one host', () => {
  const digest = randomBytes(32)
  const identity = createChallengeCertificate('shop.example', digest)
  const certificate = new X509Certificate(identity.certificate)
  assert.equal(certificate.subjectAltName, 'DNS:shop.example')
  assert.ok(certificate.checkPrivateKey(createPrivateKey(identity.key)))
  assert.ok(certificate.verify(certificate.publicKey))
  // The identifier of RFC 8737, TRUE, and the octet string with the digest in another one.
  const expected = `06082b0601050507011f0101ff04220420${digest.toString('hex')}`
  assert.ok(certificate.raw.toString('hex').includes(expected))
})
