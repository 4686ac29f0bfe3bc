import type { GitProcess } from './git-process.ts'
import type { Listener, RepositoryAccess } from './git-session.ts'
import type { ByteReader } from './wire/byte-reader.ts'
import { copyTo, type Outlet, writeTo } from './wire/outlet.ts'

const timeout = 3_600_000
/** Naming what one has and wants takes a few kilobytes. */
const maxAsked = 32 * 1024 * 1024

export interface FetchRequest {
  input: ByteReader
  outlet: Outlet
  /** The protocol version that the client asked for. */
  protocol?: string | undefined
  /** Whether this is one question and its answer, as over HTTP, or the whole conversation. */
  isStateless: boolean
}

/** Lets git answer a client that clones or fetches. Gives git's exit code. */
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
