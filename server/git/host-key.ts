const maxAttempts = 20

/** Creates an ed25519 private key in OpenSSH format, for the SSH listener. */
export async function createHostKey(): Promise<string> {
  const { default: ssh2 } = await import('ssh2')
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { private: key } = ssh2.utils.generateKeyPairSync('ed25519', { comment: 'berth' })
    // The library writes about one key in 256 one byte short and cannot parse it itself.
    if (!(ssh2.utils.parseKey(key) instanceof Error)) return key
  }
  throw new Error('no usable SSH host key could be made')
}
