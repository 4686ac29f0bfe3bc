import type { Admission } from './door.ts'
import { type GitProcess, startGit } from './git-process.ts'
import type { ByteReader } from './wire/byte-reader.ts'
import { copyTo, type Outlet, writeTo } from './wire/outlet.ts'

const deadline = 3_600_000
/** Naming what one has and wants takes a few kilobytes. */
const mostAsked = 32 * 1024 * 1024

export interface Fetching {
  input: ByteReader
  outlet: Outlet
  /** The protocol version that the client asked for. */
  protocol?: string | undefined
  /** Whether this is one question and its answer, as over HTTP, or the whole conversation. */
  isStateless: boolean
}

/** Lets git answer a client that clones or fetches. Gives git's exit code. */
export async function serveFetch(
  { repository }: Admission,
  { input, outlet, protocol, isStateless }: Fetching,
): Promise<number> {
  const git = startGit(
    ['upload-pack', '--strict', ...(isStateless ? ['--stateless-rpc'] : []), repository],
    { deadline, ...(protocol && { env: { GIT_PROTOCOL: protocol } }) },
  )
  void ask(git, input)
  await copyTo(outlet, git.stdout)
  return (await git.finished).code
}

async function ask(git: GitProcess, input: ByteReader): Promise<void> {
  let bytes = 0
  for (let piece = await input.next(); piece; piece = await input.next()) {
    bytes += piece.length
    if (bytes > mostAsked) return git.stop()
    await writeTo(git.stdin, piece)
  }
  git.stdin.end()
}
