import type ssh2 from 'ssh2'

const maxAttempts = 20

/** Creates an ed25519 private key in OpenSSH format, for the SSH listener. */
export async function createHostKey(): Promise<string> {
  const { default: library } = await import('ssh2')
  return createKeyPair(library, 'berth').private
}

/** Creates an ed25519 key pair in OpenSSH format. */
export function createKeyPair({ utils }: typeof ssh2, comment: string): ssh2.utils.KeyPairReturn {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const pair = utils.generateKeyPairSync('ed25519', { comment })
    // The library writes about one key in 256 one byte short and cannot parse it itself.
    if (!(utils.parseKey(pair.private) instanceof Error)) return pair
  }
  throw new Error('no usable SSH key could be made')
}

/** Creates an ed25519 key pair with which a Git host lets the platform read one repository. */
export async function createDeployKey(
  comment: string,
): Promise<{ publicKey: string; privateKey: string }> {
  const { default: library } = await import('ssh2')
  const { public: publicKey, private: privateKey } = createKeyPair(library, comment)
  return { publicKey: publicKey.trim(), privateKey }
}
