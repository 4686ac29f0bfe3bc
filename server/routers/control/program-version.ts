import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files of `kit/` that routers load. */
export const kitFiles: readonly string[] = [
  'concurrency/backoff.ts',
  'concurrency/clock.ts',
  'concurrency/connection-limit.ts',
  'concurrency/rate-limit.ts',
  'concurrency/timeout.ts',
  'crypto/der.ts',
  'crypto/same-text.ts',
  'crypto/tls-policy.ts',
  'crypto/x509-names.ts',
  'crypto/x509.ts',
  'files/disk-full.ts',
  'files/durable-file.ts',
  'files/overwrite-file.ts',
  'net/host-loopback.ts',
  'net/address-network.ts',
  'net/blocked-ports.ts',
  'net/client-address.ts',
  'net/connection-facts.ts',
  'net/free-port.ts',
  'net/http.ts',
  'net/limits/address-places.ts',
  'net/limits/client-limits.ts',
  'net/limits/ranking.ts',
  'net/plain-address.ts',
  'net/protocol-mux.ts',
  'net/slashes.ts',
  'process/open-files.ts',
  'packages/system-packages.ts',
  'process/process-identity.ts',
  'process/process-note.ts',
  'process/subprocess.ts',
  'text/design-tokens.ts',
  'text/html.ts',
  'text/lines.ts',
  'text/log-line.ts',
  'text/page-design.ts',
]

/** Hash of the source code of all routers: one that was started from another version, or of another member, is replaced. */
export function programVersion(main: string): string {
  const routers = join(import.meta.dirname, '..')
  const kit = join(routers, '..', '..', 'kit')
  const files = [
    ...readdirSync(routers, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|lua)$/.test(name) && !/\.(test|contract)\.ts$/.test(name))
      .sort()
      .map((name) => join(routers, name)),
    ...kitFiles.map((name) => join(kit, name)),
  ]
  const hash = createHash('sha256').update(process.version).update(main)
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
