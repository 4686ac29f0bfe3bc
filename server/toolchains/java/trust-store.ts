import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'

const source = join(import.meta.dirname, 'TrustStore.java')
const machineBundle = '/etc/ssl/certs/ca-certificates.crt'

export interface TrustStoreOptions {
  temporary: string
  /** File with further certificate authorities. */
  extra: string | undefined
  signal: AbortSignal
}

/** Writes the certificate authorities of this machine into the JDK's own trust store: Debian's packages leave it out. */
export async function writeTrustStore(
  tree: string,
  { temporary, extra, signal }: TrustStoreOptions,
): Promise<void> {
  const classes = join(temporary, 'classes')
  await mkdir(classes, { recursive: true })
  const program = (name: string) => join(tree, 'bin', name)
  await runOrThrow([program('javac'), '-d', classes, source], { signal })
  const jre = existsSync(join(tree, 'jre/lib/security'))
  const store = join(tree, jre ? 'jre/lib/security' : 'lib/security', 'cacerts')
  const bundles = [machineBundle, ...(extra ? [extra] : [])].filter((path) => existsSync(path))
  // Without any, a JDK that brought authorities of its own keeps them.
  if (bundles.length === 0) return
  const command = ['-cp', classes, 'TrustStore', store, ...bundles]
  await runOrThrow([program('java'), ...command], { signal })
}
