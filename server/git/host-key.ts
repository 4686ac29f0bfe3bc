const maxAttempts = 20

/** A new ed25519 private key in OpenSSH's own format: the listener shows it to SSH clients. */
export async function createHostKey(): Promise<string> {
  const { default: ssh2 } = await import('ssh2')
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { private: key } = ssh2.utils.generateKeyPairSync('ed25519', { comment: 'berth' })
    // About one key in 256 comes out one byte short, and the library itself cannot read it.
    if (!(ssh2.utils.parseKey(key) instanceof Error)) return key
  }
  throw new Error('no usable SSH host key could be made')
}
