import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { pemOf } from '#kit/crypto/pem.ts'

/** A key pair as OpenSSH writes it to files. */
export interface SshKeyPair {
  /** Unencrypted, in the format `openssh-key-v1`. */
  private: string
  /** A line of `authorized_keys`. */
  public: string
}

const type = 'ssh-ed25519'
/** Of a cipher that is none. */
const blockSize = 8

/** Creates an ed25519 private key in OpenSSH format, for the SSH listener. */
export const createHostKey = (): string => createKeyPair('berth').private

/**
 * Creates an ed25519 key pair in OpenSSH format. The SSH library could do it as well, but takes longer to load than all other keys of a first
 * start take to be made, and writes about one key in 256 so that it cannot read it.
 */
export function createKeyPair(comment: string): SshKeyPair {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const [seed, point] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]
  const publicKey = fields(type, point)
  // The same number twice shows a reader that it has decrypted the rest.
  const check = randomBytes(4)
  const secret = Buffer.concat([
    check,
    check,
    fields(type, point, Buffer.concat([seed, point]), comment),
  ])
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    fields('none', 'none', ''),
    uint32(1),
    fields(publicKey, padded(secret)),
  ])
  return {
    private: pemOf('OPENSSH PRIVATE KEY', bytes),
    public: `${type} ${publicKey.toString('base64')} ${comment}`,
  }
}

/** Each value behind its length. */
function fields(...values: (string | Buffer)[]): Buffer {
  const parts = values.flatMap((value) => {
    const bytes = Buffer.from(value)
    return [uint32(bytes.length), bytes]
  })
  return Buffer.concat(parts)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Filled up to whole blocks with 1, 2, 3… */
function padded(bytes: Buffer): Buffer {
  const missing = (blockSize - (bytes.length % blockSize)) % blockSize
  return Buffer.concat([bytes, Buffer.from(Array.from({ length: missing }, (_, at) => at + 1))])
}
