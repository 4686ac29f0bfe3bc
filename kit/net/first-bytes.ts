/** What a connection speaks; `undecided` until more bytes have come. */
export type Speech = 'tls' | 'http' | 'ssh' | 'unknown' | 'undecided'

const sshGreeting = 'SSH-'
const tlsHandshake = 0x16

/** Tells from the first bytes of a client what it speaks: no two of these protocols begin alike. */
export function speechOf(bytes: Buffer): Speech {
  const first = bytes[0]
  if (first === undefined) return 'undecided'
  if (first === tlsHandshake) return 'tls'
  const text = bytes.toString('latin1', 0, sshGreeting.length)
  if (text === sshGreeting) return 'ssh'
  // Methods such as SEARCH share the first letter with SSH.
  if (sshGreeting.startsWith(text)) return 'undecided'
  return /^[A-Za-z\r\n]/.test(text) ? 'http' : 'unknown'
}
