import type { Writable } from 'node:stream'
import type { Git } from './git.ts'
import { type ByteReader, readBytes } from './wire/byte-reader.ts'
import { writeTo } from './wire/outlet.ts'

/** Where objects are read. */
export interface ObjectPlace {
  git: Git
  repository: string
  /** Points git to objects that are not in the repository yet. */
  env?: Record<string, string>
  signal?: AbortSignal | undefined
}

export interface ObjectHeader {
  kind: 'commit' | 'tree' | 'blob' | 'tag'
  bytes: number
}

/** A `git cat-file` process, which answers requests in their order. */
export interface CatFile extends Disposable {
  /**
   * Requests kind and size (`info`), or also the content (`contents`), of each object. A name such as `<commit>:<path>`
   * follows symbolic links inside the commit.
   */
  request(command: 'info' | 'contents', names: Iterable<string>): Promise<void>
  /** Header of the next object that was requested; `undefined` when there is no such object. */
  nextHeader(): Promise<ObjectHeader | undefined>
  /** The content, after the header of `contents`. */
  nextContent(header: ObjectHeader): Promise<Buffer>
  /** Whether the process has exited. */
  hasEnded(): boolean
}

/** Git ended before its answer. */
export class CatFileEndedError extends Error {
  override name = 'CatFileEndedError'
}

/** A missing object is answered with its name. */
const maxHeaderLength = 65_536
/** Requests that git collects before it answers them: it answers one batch while the next one is sent. */
const batchSize = 1000
const found = /^(commit|tree|blob|tag) (\d+)$/
/** A link that leads nowhere or outside; its target follows, of this length. */
const badLink = /^(?:symlink|dangling|loop|notdir) (\d+)$/

/** Arguments of the command that answers: one process for kinds, sizes and contents. */
const catFileCommand = [
  ...['cat-file', '--batch-command=%(objecttype) %(objectsize)'],
  ...['--follow-symlinks', '--buffer'],
]

/** Starts one process for all requests, because a process in its sandbox costs more than most reads. */
export async function startCatFile(
  { git, repository, env, signal }: ObjectPlace,
  timeout: number,
): Promise<CatFile> {
  const child = await git.start([`--git-dir=${repository}`, ...catFileCommand], {
    repository,
    timeout,
    signal,
    ...(env && { env }),
  })
  return speakCatFile({
    input: child.stdin,
    output: readBytes(child.stdout),
    async problem() {
      const { code, stderr } = await child.finished
      return `git cat-file exited with ${code}: ${stderr.trim()}`
    },
    end: () => child.stop(),
  })
}

/** The streams of a `git cat-file` process. */
export interface CatFileStreams {
  input: Writable
  output: ByteReader
  /** Why the output has ended. */
  problem(): Promise<string>
  end(): void
}

/** Requests and answers of a process that runs the command of `startCatFile`. */
export function speakCatFile({ input, output, problem, end }: CatFileStreams): CatFile {
  const orEnded = async <T>(answer: Promise<T | undefined>): Promise<T> => {
    const part = await answer
    if (part !== undefined) return part
    throw new CatFileEndedError(await problem())
  }
  const takeWithLineFeed = async (bytes: number) =>
    (await orEnded(output.take(bytes + 1))).subarray(0, -1)

  return {
    async request(command, names) {
      for (const batch of batchesOf(names)) {
        const lines = batch.map((name) => `${command} ${name}\n`)
        await writeTo(input, Buffer.from(`${lines.join('')}flush\n`))
      }
    },
    async nextHeader() {
      const line = await orEnded(output.takeLine(maxHeaderLength))
      const [, kind, bytes] = found.exec(line) ?? []
      if (kind !== undefined) return { kind: kind as ObjectHeader['kind'], bytes: Number(bytes) }
      const [, length] = badLink.exec(line) ?? []
      if (length !== undefined) await takeWithLineFeed(Number(length))
      return undefined
    },
    nextContent: ({ bytes }) => takeWithLineFeed(bytes),
    hasEnded: () => input.destroyed,
    [Symbol.dispose]: end,
  }
}

function* batchesOf(names: Iterable<string>): Generator<string[]> {
  let batch: string[] = []
  for (const name of names) {
    batch.push(name)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
