import { writeFileSync } from 'node:fs'

const setting = '/proc/sys/net/ipv4/tcp_migrate_req'

/**
 * Lets the kernel pass connections that nobody has accepted yet to another listening socket of the same port when
 * this one closes (Linux 5.14): otherwise they are reset, also while another router listens beside this one. Without
 * root, or in a container that may not change it, a few visitors of a replaced router have to connect again.
 */
export function passOnConnections(): void {
  try {
    writeFileSync(setting, '1')
  } catch {}
}
