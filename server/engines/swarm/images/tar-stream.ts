import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { plainEnvironment } from '#kit/process/subprocess.ts'

export interface TarRequest {
  /** Folder that the paths are relative to. */
  folder: string
  /** Paths in the folder, without what is below them when they are folders; everything when absent. */
  paths?: readonly string[]
  /** Prefix of every path in the archive, such as `opt/node`. */
  at?: string
  /** UID and GID in the archive; those of the files when absent. */
  owner?: number
  /** Paths to leave out, with all below them. */
  without?: readonly string[]
}

export interface TarStream {
  stream: Readable
  /** Resolves when the archive is complete; throws when a file could not be read. */
  ended: Promise<void>
}

/** An archive of files of the server, made by `tar` while it is read. */
export function tarStream({ folder, paths, at, owner, without = [] }: TarRequest): TarStream {
  const args = [
    ...['--create', '--file=-', '--sort=name', '--numeric-owner', `--directory=${folder}`],
    ...(owner === undefined ? [] : [`--owner=${owner}`, `--group=${owner}`]),
    ...(at === undefined ? [] : [`--transform=flags=rSh;s,^\\.,${at},`]),
    ...without.flatMap((path) => [`--exclude=./${path}`]),
    ...(paths ? ['--no-recursion', '--null', '--verbatim-files-from', '--files-from=-'] : ['.']),
  ]
  const child = spawn('tar', args, {
    env: plainEnvironment(),
    stdio: [paths ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(0, 2000)
  })
  child.stdin?.on('error', () => {})
  child.stdin?.end(paths?.join('\0'))
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`tar exited with ${code}: ${said.trim()}`)
  })
  ended.catch(() => {})
  // Node throws away the unread output of a child that has exited, so it is taken over at once.
  return { stream: (child.stdout as Readable).pipe(new PassThrough()), ended }
}
