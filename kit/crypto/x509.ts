import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import {
  bitString,
  boolean,
  type Der,
  integer,
  octetString,
  oid,
  partsOf,
  sequence,
  setOf,
  tagged,
  time,
  utf8String,
} from './der.ts'
import { generalName } from './x509-names.ts'

/** A certificate with its private key, both PEM; `certificate` begins with the leaf and excludes the root. */
export interface Identity {
  certificate: string
  key: string
}

const hour = 3_600_000
const day = 24 * hour
const authorityLife = 3652 * day
// Apple's clients reject a server certificate that is valid for longer than 398 days.
const leafLife = 397 * day
// Clock skew: a new certificate must already be valid on a machine whose clock is slightly behind.
const backdated = hour

/** X.520, `ub-common-name`. */
const maxCommonName = 64

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))

interface Contents {
  issuer: Der
  issuerKey: KeyObject
  subject: Der
  subjectKey: KeyObject
  life: number
  extensions: Der[]
}

/** A new certificate authority: its self-signed certificate and its key. */
export function createAuthority(name: string): Identity {
  const { publicKey, privateKey } = newKeys()
  const certificate = sealed(
    {
      issuer: nameOf(name),
      issuerKey: publicKey,
      subject: nameOf(name),
      subjectKey: publicKey,
      life: authorityLife,
      extensions: [
        extension('2.5.29.19', sequence(boolean(true), integer(Buffer.of(0))), 'critical'),
        extension('2.5.29.15', bitString(Buffer.of(0b0000_0110), 1), 'critical'),
      ],
    },
    privateKey,
  )
  return { certificate, key: pem(privateKey) }
}

/** A certificate for a server with these host names (possibly `*.` wildcards) and IP addresses. */
export function issueCertificate(authority: Identity, hosts: string[]): Identity {
  if (hosts.length === 0) throw new Error('a certificate names at least one host')
  const { publicKey, privateKey } = newKeys()
  const authorityKey = createPrivateKey(authority.key)
  // Without a common name the alternative names have to be critical.
  const commonName = hosts.find((host) => host.length <= maxCommonName)
  const certificate = sealed(
    {
      issuer: subjectOf(authority.certificate),
      issuerKey: createPublicKey(authorityKey),
      subject: commonName ? nameOf(commonName) : sequence(),
      subjectKey: publicKey,
      life: leafLife,
      extensions: [
        extension('2.5.29.19', sequence(), 'critical'),
        extension('2.5.29.15', bitString(Buffer.of(0b1000_0000), 7), 'critical'),
        extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
        extension(
          '2.5.29.17',
          sequence(...hosts.map(generalName)),
          commonName ? undefined : 'critical',
        ),
      ],
    },
    authorityKey,
  )
  return { certificate, key: pem(privateKey) }
}

/** A new key, and the request for a certificate of this host for it, in DER (RFC 2986). */
export function createSigningRequest(host: string): { csr: Buffer; key: string } {
  const { publicKey, privateKey } = newKeys()
  const names = extension('2.5.29.17', sequence(generalName(host)))
  const toBeSigned = sequence(
    integer(Buffer.of(0)),
    // A longer common name is not valid; the alternative name is what counts.
    host.length <= maxCommonName ? nameOf(host) : sequence(),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa0, sequence(oid('1.2.840.113549.1.9.14'), setOf(sequence(names)))),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const csr = sequence(toBeSigned, ecdsaWithSha256, bitString(signature))
  return { csr, key: pem(privateKey) }
}

/** A self-signed certificate that answers a `tls-alpn-01` challenge of ACME with this SHA-256 (RFC 8737, 3). */
export function createChallengeCertificate(host: string, digest: Buffer): Identity {
  const { publicKey, privateKey } = newKeys()
  const name = nameOf('ACME challenge')
  const certificate = sealed(
    {
      issuer: name,
      issuerKey: publicKey,
      subject: name,
      subjectKey: publicKey,
      life: day,
      extensions: [
        extension('2.5.29.17', sequence(generalName(host))),
        extension('1.3.6.1.5.5.7.1.31', octetString(digest), 'critical'),
      ],
    },
    privateKey,
  )
  return { certificate, key: pem(privateKey) }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

const nameOf = (commonName: string): Der =>
  sequence(setOf(sequence(oid('2.5.4.3'), utf8String(commonName))))

const extension = (id: string, value: Der, critical?: 'critical'): Der =>
  sequence(oid(id), ...(critical ? [boolean(true)] : []), octetString(value))

/** The signed certificate as PEM (RFC 5280, 4.1). */
function sealed(contents: Contents, signer: KeyObject): string {
  const now = Date.now()
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(randomSerial()),
    ecdsaWithSha256,
    contents.issuer,
    sequence(time(now - backdated), time(now - backdated + contents.life)),
    contents.subject,
    contents.subjectKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        ...contents.extensions,
        extension('2.5.29.14', octetString(keyIdentifier(contents.subjectKey))),
        extension('2.5.29.35', sequence(tagged(0x80, keyIdentifier(contents.issuerKey)))),
      ),
    ),
  )
  const signature = sign('sha256', toBeSigned, signer)
  return new X509Certificate(sequence(toBeSigned, ecdsaWithSha256, bitString(signature))).toString()
}

function randomSerial(): Buffer {
  const serial = randomBytes(16)
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  return serial
}

/** Key identifier: SHA-1 of the key's bits (RFC 5280, 4.2.1.2); not a security feature. */
function keyIdentifier(key: KeyObject): Buffer {
  const [, bits] = partsOf(key.export({ type: 'spki', format: 'der' }))
  if (!bits) throw new Error('the public key has no bits')
  const point = bits.subarray(bits.length - 65)
  return createHash('sha1').update(point).digest()
}

function subjectOf(certificate: string): Der {
  const [toBeSigned] = partsOf(new X509Certificate(certificate).raw)
  const subject = toBeSigned && partsOf(toBeSigned)[5]
  if (!subject) throw new Error('the certificate has no subject')
  return subject
}
