import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'

const source = join(import.meta.dirname, 'TrustStore.java')
const machineBundle = '/etc/ssl/certs/ca-certificates.crt'

/** Writes the certificate authorities of this machine into the JDK's own trust store: Debian's packages leave it out. */
export async function writeTrustStore(
  tree: string,
  { temporary, extra }: { temporary: string; extra: string | undefined },
): Promise<void> {
  const classes = join(temporary, 'classes')
  await mkdir(classes, { recursive: true })
  const program = (name: string) => join(tree, 'bin', name)
  await runOrThrow([program('javac'), '-d', classes, source])
  const jre = await exists(join(tree, 'jre/lib/security'))
  const store = join(tree, jre ? 'jre/lib/security' : 'lib/security', 'cacerts')
  const bundles = [machineBundle, ...(extra ? [extra] : [])]
  await runOrThrow([program('java'), '-cp', classes, 'TrustStore', store, ...bundles])
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
