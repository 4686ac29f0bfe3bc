import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from '#kit/crypto/x509.ts'
import { runProgram } from '#providers/kit/process/run-program.ts'
import { home, type SandboxMount } from '#providers/kit/process/sandbox.ts'
import { makeOwnedFolder } from '#providers/kit/process/server-process.ts'
import type { SystemUser } from '#providers/kit/process/system-user.ts'

const tlsHome = '/tls'
const fileName = 'server.pem'
const givenFile = '/config/server.pem'
/** Path of a server's private key and certificate, in one file. */
export const tlsFile = `${tlsHome}/${fileName}`

/** Mount of the file's folder, for the sandbox of the server. */
export const tlsMount = (folder: string): SandboxMount => ({
  source: join(folder, 'tls'),
  target: tlsHome,
})

/** State of the file, by its digest in a file of ours. */
export interface TlsFile {
  /** Whether a running server has not loaded it yet. */
  isNew: boolean
  /** To be called once the server has loaded it. */
  isKnown(): Promise<void>
}

/**
 * Writes the file for the server of a folder, unless unchanged. PostgreSQL accepts a key only if it belongs to the
 * server's user and is private, so that user writes it.
 */
export async function writeTlsFile(
  folder: string,
  user: SystemUser | undefined,
  { certificate, key }: Identity,
): Promise<TlsFile> {
  const content = `${key}${certificate}`
  const digest = createHash('sha256').update(content).digest('hex')
  const noted = join(folder, 'tls.digest')
  const isNew = (await readFile(noted, 'utf8').catch(() => '')) !== digest
  if (isNew) {
    const { source } = tlsMount(folder)
    await makeOwnedFolder(source, user)
    const target = `${home}/${fileName}`
    await runProgram(['install', '--mode=0600', givenFile, target], {
      folder: source,
      user,
      files: { [givenFile]: content },
    })
  }
  return { isNew, isKnown: () => writeFile(noted, digest) }
}
