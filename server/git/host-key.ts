import { generateKeyPairSync, randomBytes } from 'node:crypto'

const type = 'ssh-ed25519'
const blockLength = 8
const lineLength = 70

/** A new ed25519 private key in OpenSSH's own format (its PROTOCOL.key): the listener shows it to SSH clients. */
export function createHostKey(): string {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const seed = Buffer.from(d, 'base64url')
  const point = Buffer.from(x, 'base64url')

  const publicKey = Buffer.concat([field(type), field(point)])
  const check = randomBytes(4)
  const secret = padded(
    Buffer.concat([
      check,
      check,
      field(type),
      field(point),
      field(Buffer.concat([seed, point])),
      field('berth'),
    ]),
  )
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    field('none'),
    field('none'),
    field(''),
    Buffer.of(0, 0, 0, 1),
    field(publicKey),
    field(secret),
  ])
  const lines = file.toString('base64').match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`
}

function field(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

function padded(bytes: Buffer): Buffer {
  const missing = (blockLength - (bytes.length % blockLength)) % blockLength
  return Buffer.concat([bytes, Buffer.from(Array.from({ length: missing }, (_, at) => at + 1))])
}
