import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lchown, mkdir, open } from 'node:fs/promises'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import { folderFlags } from './descriptors.ts'

const timeout = 300_000
const maxWords = 16_384

export interface CopyOptions {
  /** `cp` runs as this user and without privileges: what it is led to by links it could read anyway. */
  owner?: number | undefined
  /** Kills `cp`; what it has written stays. */
  signal?: AbortSignal | undefined
}

/**
 * Copies a tree to a new folder; blocks are shared where the file system can. Each name gets a file of its own, so that
 * nobody has a second name for what belongs to another. A tree with many names for one file grows by that without limit, so
 * whoever copies what a tenant made measures the copy meanwhile. Without `owner`, nobody but we may be able to change the tree.
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

/** What a user has forbidden itself to read is left out: it could not use it either. */
const isOnlyDenied = (said: string) =>
  said.length < maxWords &&
  said.trim() !== '' &&
  said
    .trim()
    .split('\n')
    .every((line) => line.endsWith('Permission denied'))
