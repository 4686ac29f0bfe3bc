import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { pemOf } from '#kit/crypto/pem.ts'
import { createAuthority, type Identity, issueCertificate } from '#kit/crypto/x509.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { checkCertificate } from './check-upload.ts'

const day = 86_400_000
const now = Date.now()
const authority = createAuthority('An authority')
const other = createAuthority('Another authority')
const good = issueCertificate(authority, ['shop.test', '*.shop.test'])
const chain = good.certificate + authority.certificate
const second = issueCertificate(authority, ['second.test'])

const pem = (key: KeyObject, options: { cipher?: string; passphrase?: string } = {}) =>
  key.export({ type: 'pkcs8', format: 'pem', ...options }).toString()
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey
const weak = rsa(1024)

/** A key file with the public part of this key, and the private part of another. */
function forged(key: string): string {
  const real = createPrivateKey(key)
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const scalar = ({ d = '' }: JsonWebKey) => Buffer.from(d, 'base64url')
  const bytes = real.export({ type: 'sec1', format: 'der' })
  const at = bytes.indexOf(scalar(real.export({ format: 'jwk' })))
  scalar(other.export({ format: 'jwk' })).copy(bytes, at)
  return pemOf('EC PRIVATE KEY', bytes)
}

test('certificate check: facts are read from the leaf, whose chain and key are written anew', () => {
  const checked = checkCertificate({ certificate: `My shop\r\n${chain}`, key: good.key }, now)
  assert.deepEqual(checked.names, ['shop.test', '*.shop.test'])
  assert.equal(checked.issuer, 'CN=An authority')
  assert.match(checked.fingerprint, /^[0-9a-f]{64}$/)
  assert.equal(checked.certificate.match(/BEGIN CERTIFICATE/g)?.length, 2)
  assert.ok(!checked.certificate.includes('My shop'))
  const again = checkCertificate({ certificate: checked.certificate, key: checked.key }, now)
  assert.equal(again.fingerprint, checked.fingerprint)
  assert.ok(checkCertificate({ certificate: good.certificate, key: good.key }, now))
})

const encrypted = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, {
  cipher: 'aes-256-cbc',
  passphrase: 'x',
})
const legacy =
  '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----\n'
const garbage = Buffer.from('garbage in a block of its own')

const wrong: Record<string, [Partial<Identity>, RegExp, number?]> = {
  'the key of another certificate': [{ key: second.key }, /does not belong to the first/],
  "another key behind the public part of the certificate's": [
    { key: forged(good.key) },
    /does not belong to the first/,
  ],
  'an issuer before the leaf': [
    { certificate: authority.certificate + good.certificate },
    /does not belong to the first/,
  ],
  'an issuer that did not sign': [
    { certificate: good.certificate + other.certificate },
    /Certificate 1 of the chain is not signed by certificate 2/,
  ],
  'a second leaf in the chain': [
    { certificate: good.certificate + second.certificate },
    /is not signed by certificate 2/,
  ],
  'a chain of 100': [
    { certificate: good.certificate + authority.certificate.repeat(99) },
    /has 100 certificates, more than 10|larger than 64 KiB/,
  ],
  'a chain of 11': [
    { certificate: good.certificate + authority.certificate.repeat(10) },
    /has 11 certificates, more than 10/,
  ],
  'a chain of 1 MB': [{ certificate: 'x'.repeat(1_000_000) }, /larger than 64 KiB/],
  'an expired certificate': [{}, /The certificate expired on 20/, now + 398 * day],
  'one that is not valid yet': [{}, /is not valid before 20/, now - day],
  'an empty chain': [{ certificate: '' }, /contains no certificate/],
  'garbage as a chain': [{ certificate: '\0\x01garbage' }, /contains no certificate/],
  'garbage in a certificate': [
    { certificate: pemOf('CERTIFICATE', garbage) },
    /Certificate 1 of the chain cannot be read/,
  ],
  'a chain that is cut off': [{ certificate: chain.slice(0, -40) }, /not PEM: a block has no/],
  'bad base64': [
    { certificate: chain.replace(/\n[A-Za-z]/, '\n!') },
    /The chain is not PEM: a block is not base64/,
  ],
  'a key in the chain': [{ certificate: chain + good.key }, /contains a private key/],
  'a request instead of a certificate': [
    { certificate: pemOf('CERTIFICATE REQUEST', garbage) },
    /contains a block 'CERTIFICATE REQUEST'/,
  ],
  'an encrypted key': [{ key: encrypted }, /encrypted.*openssl pkey -in key\.pem/],
  'an encrypted key of the old form': [{ key: legacy }, /encrypted.*openssl pkey/],
  'two keys': [{ key: good.key + second.key }, /contains 2 blocks: it must contain one key/],
  'no key': [{ key: 'nothing' }, /There is no private key/],
  'garbage as a key': [{ key: pemOf('PRIVATE KEY', garbage) }, /private key cannot be read/],
  'a public key': [{ key: pemOf('PUBLIC KEY', garbage) }, /'PUBLIC KEY' is not a private key/],
  'a huge key file': [{ key: 'x'.repeat(20_000) }, /larger than 16 KiB/],
  'an RSA key of 1024 bits': [{ key: pem(weak) }, /has 1024 bits: it needs at least 2048/],
  'an Ed25519 key': [
    { key: pem(generateKeyPairSync('ed25519').privateKey) },
    /do not know keys of the type ed25519/,
  ],
  'a P-521 key': [
    { key: pem(generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey) },
    /do not know keys of the type ec secp521r1/,
  ],
  'a certificate without DNS names': [
    issueCertificate(authority, ['127.0.0.1']),
    /has no DNS names/,
  ],
  'a certificate of an authority': [authority, /has no DNS names/],
  'more names than allowed': [
    issueCertificate(
      authority,
      Array.from({ length: 101 }, (_, at) => `n${at}.test`),
    ),
    /has 101 names, more than 100/,
  ],
}

for (const [what, [change, sentence, time = now]] of Object.entries(wrong)) {
  test(`certificate check: ${what} is refused with a sentence`, () => {
    const input = { certificate: chain, key: good.key, ...change }
    assert.throws(
      () => checkCertificate(input, time),
      (error: Refusal) => {
        assert.ok(error instanceof Refusal, String(error))
        assert.match(error.message, sentence)
        assert.ok(!error.message.includes(good.key.split('\n')[1] ?? ''))
        return true
      },
    )
  })
}
