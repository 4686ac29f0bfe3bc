import { createMutex } from '#kit/concurrency/keyed-mutex.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { Git } from './git.ts'
import type { GitProcess } from './git-process.ts'
import { type ByteReader, readBytes } from './wire/byte-reader.ts'

export interface GitObject {
  kind: string
  /** Absent when larger than requested. */
  content?: Buffer
}

/** Reads objects of one repository. */
export interface Objects {
  /** Resolves a name such as `<commit>:<path>`; symbolic links are followed inside the commit. */
  find(name: string, maxBytes: number): Promise<GitObject | undefined>
}

const processTimeout = 3_600_000
const answerTimeout = 30_000
const maxHeaderLength = 65_536
/** Keeps the process for consecutive reads: starting git for each file would dominate the planning of a recipe. */
const idleFor = 250

interface Conversation {
  git: GitProcess
  output: ByteReader
}

/** Uses one `git cat-file --batch` process, started on demand and stopped when idle. */
export function openObjects(
  git: Git,
  repository: string,
  signal: AbortSignal | undefined,
): Objects {
  let conversation: Conversation | undefined
  let idle: NodeJS.Timeout | undefined
  const inTurn = createMutex()

  const begin = async (): Promise<Conversation> => {
    const args = [`--git-dir=${repository}`, 'cat-file', '--batch', '--follow-symlinks']
    const child = await git.start(args, { repository, timeout: processTimeout, signal })
    return { git: child, output: readBytes(child.stdout) }
  }
  const end = () => {
    conversation?.git.stop()
    conversation = undefined
  }
  const ask = async (name: string, maxBytes: number) => {
    clearTimeout(idle)
    conversation ??= await begin()
    try {
      const answer = exchange(conversation, name, maxBytes)
      const found = await withTimeout(answer, answerTimeout, 'an answer of git')
      // The rest of a too large object would be read as the next response.
      if (found && !found.content) end()
      else idle = setTimeout(end, idleFor)
      return found
    } catch (error) {
      end()
      signal?.throwIfAborted()
      throw error
    }
  }
  return {
    find: (name, maxBytes) => inTurn(() => ask(name, maxBytes)),
  }
}

async function exchange(
  { git, output }: Conversation,
  name: string,
  maxBytes: number,
): Promise<GitObject | undefined> {
  const whole = async <T>(part: Promise<T | undefined>): Promise<T> => {
    const bytes = await part
    if (bytes !== undefined) return bytes
    const { code, stderr } = await git.finished
    throw new Error(`git cat-file exited with ${code}: ${stderr.trim()}`)
  }
  git.stdin.write(`${name}\n`)
  const header = await whole(output.takeLine(maxHeaderLength))
  const [, kind, size] = /^[0-9a-f]{40} ([a-z]+) (\d+)$/.exec(header) ?? []
  if (kind !== undefined) {
    if (Number(size) > maxBytes) return { kind }
    const content = await whole(output.take(Number(size) + 1))
    return { kind, content: content.subarray(0, -1) }
  }
  // A dangling or outside link: the header has the length of the target that follows.
  const [, length] = /^(?:symlink|dangling|loop|notdir) (\d+)$/.exec(header) ?? []
  if (length !== undefined) await whole(output.take(Number(length) + 1))
  return undefined
}
