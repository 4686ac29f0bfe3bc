import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lchown, mkdir, open } from 'node:fs/promises'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import { folderFlags } from './descriptors.ts'

const timeout = 300_000
const maxWords = 16_384

export interface CopyOptions {
  /** `cp` runs as this user and without privileges: files that links lead it to are readable for the user anyway. */
  owner?: number | undefined
  /** Kills `cp`; files already written stay. */
  signal?: AbortSignal | undefined
}

/**
 * Copies a tree to a new folder, with reflinks where supported. Hard links become separate files, so that no tenant has
 * a second name for a file of another. That can multiply the size, so callers that copy a tenant's tree measure the
 * copy meanwhile. Without `owner`, only the server may be able to change the tree.
 */
export async function copyTree(
  from: string,
  to: string,
  { owner, signal }: CopyOptions = {},
): Promise<void> {
  signal?.throwIfAborted()
  const isOwners = owner !== undefined && owner !== 0 && process.getuid?.() === 0
  await mkdir(to, { mode: 0o700 })
  if (isOwners) await lchown(to, owner, owner)
  await using source = await open(from, folderFlags)
  await using target = await open(to, folderFlags)
  const copy = ['cp', '-a', '--no-preserve=links', '--reflink=auto', '-T', '--']
  const [program = '', ...words] = [
    ...(isOwners ? unprivileged(owner) : []),
    ...copy,
    '/proc/self/fd/3/.',
    '/proc/self/fd/4/.',
  ]
  const child = spawn(program, words, {
    cwd: '/',
    env: plainEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', source.fd, target.fd],
    timeout,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, maxWords)
  })
  const [code] = await once(child, 'close').catch((error) => {
    signal?.throwIfAborted()
    throw error
  })
  if (code === 0 || (isOwners && isOnlyDenied(said))) return
  const error = new Error(`cp exited with ${code}: ${said.trim()}`)
  throw said.includes('No space left on device') ? Object.assign(error, { code: 'ENOSPC' }) : error
}

const unprivileged = (user: number) => [
  'setpriv',
  ...['--reuid', String(user), '--regid', String(user), '--clear-groups'],
  ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
]

/** Files that a user cannot read itself are left out: it could not use them either. */
const isOnlyDenied = (said: string) =>
  said.length < maxWords &&
  said.trim() !== '' &&
  said
    .trim()
    .split('\n')
    .every((line) => line.endsWith('Permission denied'))
