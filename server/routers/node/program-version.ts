import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files of `kit/` that the router loads. */
export const kitFiles: readonly string[] = [
  'concurrency/backoff.ts',
  'concurrency/connection-limit.ts',
  'concurrency/timeout.ts',
  'crypto/der.ts',
  'crypto/tls-policy.ts',
  'crypto/x509-names.ts',
  'crypto/x509.ts',
  'files/durable-file.ts',
  'net/address-network.ts',
  'net/http.ts',
  'net/plain-address.ts',
  'net/protocol-mux.ts',
  'process/open-files.ts',
  'process/process-identity.ts',
  'text/design-tokens.ts',
  'text/html.ts',
  'text/page-design.ts',
]

/** Hash of the router's source code: a router started from another version is replaced. */
export function programVersion(): string {
  const here = import.meta.dirname
  const kit = join(here, '..', '..', '..', 'kit')
  const files = [
    ...readdirSync(here, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .sort()
      .map((name) => join(here, name)),
    ...kitFiles.map((name) => join(kit, name)),
  ]
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
