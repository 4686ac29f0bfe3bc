import { failureOf } from '#kit/process/subprocess.ts'
import type { GitProcess } from './git-process.ts'
import type { Listener, RepositoryAccess } from './git-session.ts'
import type { ByteReader } from './wire/byte-reader.ts'
import { copyTo, type Outlet, writeTo } from './wire/outlet.ts'

const timeout = 3_600_000
const advertisementTimeout = 30_000
/** Maximum size of a fetch request; `have` and `want` lines take a few kilobytes. */
const maxAsked = 32 * 1024 * 1024

export interface FetchRequest {
  input: ByteReader
  outlet: Outlet
  /** Protocol version requested by the client. */
  protocol?: string | undefined
  /** Whether this is one request and response, as over HTTP, or the whole session. */
  isStateless: boolean
}

/** Advertises refs and capabilities. `protocol` is the version requested by the client. */
export async function advertise(
  { git }: Pick<Listener, 'git'>,
  { repository }: RepositoryAccess,
  outlet: Outlet,
  protocol?: string,
): Promise<void> {
  const child = await git.start(
    ['upload-pack', '--stateless-rpc', '--advertise-refs', repository],
    {
      repository,
      timeout: advertisementTimeout,
      ...(protocol && { env: { GIT_PROTOCOL: protocol } }),
    },
  )
  child.stdin.end()
  await copyTo(outlet, child.stdout)
  const { code, stderr } = await child.finished
  if (code !== 0) throw failureOf(['git', 'upload-pack'], { code, stdout: '', stderr })
}

/** Runs `git upload-pack` for a client that clones or fetches. Returns git's exit code. */
export async function serveFetch(
  { git }: Pick<Listener, 'git'>,
  { repository }: RepositoryAccess,
  { input, outlet, protocol, isStateless }: FetchRequest,
): Promise<number> {
  const child = await git.start(
    ['upload-pack', '--strict', ...(isStateless ? ['--stateless-rpc'] : []), repository],
    { repository, timeout, ...(protocol && { env: { GIT_PROTOCOL: protocol } }) },
  )
  void ask(child, input)
  await copyTo(outlet, child.stdout)
  return (await child.finished).code
}

async function ask(git: GitProcess, input: ByteReader): Promise<void> {
  let bytes = 0
  for (let piece = await input.next(); piece; piece = await input.next()) {
    bytes += piece.length
    if (bytes > maxAsked) return git.stop()
    await writeTo(git.stdin, piece)
  }
  git.stdin.end()
}
