import { hkdfSync, randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createSigner, type Signer } from '#kit/crypto/signer.ts'
import { createVault, type Vault } from '#kit/crypto/vault.ts'
import { createAuthority, type Identity } from '#kit/crypto/x509.ts'
import { writeDurably } from '#kit/files/durable-file.ts'

/** Paths and keys of the data folder, which contains all state. */
export interface DataFolder {
  readonly root: string
  path(name: string): string
  /** Encrypts with the key of this folder. */
  readonly vault: Vault
  /** A 32-byte key for one purpose, derived from that of this folder. */
  keyFor(purpose: string): Buffer
  /** CA of this platform's certificates. */
  readonly authority: Identity
  /** The SSH host key. */
  readonly hostKey: string
  /** Signs the cookies of the web pages. */
  readonly signer: Signer
}

/** The other folders must be traversable by sandboxes. */
const privateFolders = ['repositories', 'logs', 'router']

/** The data folder is unusable, with a message for the operator. */
export class UnusableFolderError extends Error {}

/** Creates the folder if missing; rejects an invalid one. */
export async function makeDataFolder(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true, mode: 0o711 })
    refuseForeign(root, await stat(root))
    await chmod(root, 0o711)
    for (const name of privateFolders) {
      await mkdir(join(root, name), { recursive: true, mode: 0o700 })
    }
  } catch (error) {
    const reason = (error as Error).message
    throw new UnusableFolderError(`BERTH_DATA=${root} cannot be used: ${reason}`, { cause: error })
  }
}

/** The owner of a folder can read, replace and move all its content. */
function refuseForeign(root: string, { uid }: { uid: number }): void {
  if (uid === process.getuid?.()) return
  throw new Error(
    `it belongs to another user (${uid}); give ${root} to the one that runs Berth, or choose another folder`,
  )
}

/** Opens the folder, creating missing files. Secrets have no defaults: each is random and made once. */
export async function openDataFolder(
  root: string,
  createHostKey: () => string | Promise<string>,
): Promise<DataFolder> {
  const path = (name: string) => join(root, name)
  await makeDataFolder(root)
  const key = await keyOf(path)
  const [caCertificate, caKey, hostKey, cookieKey] = await Promise.all([
    readIfThere(path('ca.pem')),
    readIfThere(path('ca-key.pem')),
    secretFile(path('ssh-host-key'), createHostKey),
    secretFile(path('cookie.key'), () => randomBytes(32).toString('hex')),
  ])
  const authority =
    caCertificate && caKey ? { certificate: caCertificate, key: caKey } : await newAuthority(path)
  const signer = createSigner(Buffer.from(cookieKey))
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `berth ${purpose}`, 32))
  return { root, path, vault: createVault(key), keyFor, authority, hostKey, signer }
}

async function keyOf(path: (name: string) => string): Promise<Buffer> {
  const isUsed = await stat(path('berth.sqlite')).then(
    () => true,
    () => false,
  )
  if (isUsed && !(await readIfThere(path('secret.key')))) {
    throw new UnusableFolderError(
      `${path('secret.key')} is gone, and without it the secrets in ${path('berth.sqlite')} cannot be read: put it back`,
    )
  }
  const text = await secretFile(path('secret.key'), () => randomBytes(32).toString('hex'))
  if (/^[0-9a-f]{64}\s*$/.test(text)) return Buffer.from(text.trim(), 'hex')
  throw new UnusableFolderError(
    `${path('secret.key')} is not a key of 64 hexadecimal digits: restore it from a back-up`,
  )
}

async function newAuthority(path: (name: string) => string): Promise<Identity> {
  const authority = createAuthority('Berth local authority')
  await writeDurably(path('ca-key.pem'), authority.key, 0o600)
  await writeDurably(path('ca.pem'), authority.certificate, 0o644)
  return authority
}

async function secretFile(path: string, create: () => string | Promise<string>): Promise<string> {
  const existing = await readIfThere(path)
  if (existing) return existing
  const content = await create()
  await writeDurably(path, content, 0o600)
  return content
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
