import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { DeclinedError } from '#providers/kit/declined.ts'
import { OutputTooLargeError } from '#providers/kit/process/run-program.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import type { TenantCommand, TenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'
import type { ExportRequest, ImportRequest } from './transfers.ts'

/** Milliseconds of an import or export. */
const timeout = 60 * 60_000
const maxComplaints = 64 * 1024
const headLength = 512

/** Beginning of a dump, after it was unpacked. */
export interface DumpHead {
  isCompressed: boolean
  bytes: Buffer
}

/** Reads the beginning of a file, through gzip if it is packed. */
export async function readHead(path: string): Promise<DumpHead> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0)
  const bytes = buffer.subarray(0, bytesRead)
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { isCompressed: false, bytes }
  const unpacked = createReadStream(path).pipe(createGunzip())
  try {
    for await (const chunk of unpacked) return { isCompressed: true, bytes: chunk as Buffer }
  } catch {
    throw new DeclinedError('The file is not a complete gzip file.')
  } finally {
    unpacked.destroy()
  }
  throw new DeclinedError('The file is empty.')
}

export interface DumpOutcome {
  /** Exit code or signal. */
  end: string
  /** What the client complained, from its beginning. */
  said: string
}

/** Feeds a dump to a client; the bytes of the file that were read are its progress. */
export async function runDump(
  programs: TenantPrograms,
  resource: Resource,
  command: Omit<TenantCommand, 'timeout' | 'stdout'>,
  { path, isCompressed, signal, onBytes }: ImportRequest & Pick<DumpHead, 'isCompressed'>,
): Promise<DumpOutcome> {
  using program = await programs.start(resource, { ...command, timeout })
  const { child, ended } = program
  const leave = () => program[Symbol.dispose]()
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  // What a script prints is nobody's.
  child.stdout?.resume()
  const said = collect(child.stderr)
  let count = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      count += chunk.length
      onBytes(count)
      done(null, chunk)
    },
  })
  const unpacking = isCompressed ? [createGunzip()] : []
  let packing: Error | undefined
  const { stdin } = child
  if (!stdin) throw new Error('the program has no input')
  await pipeline([createReadStream(path), counting, ...unpacking, stdin]).catch(
    (error: NodeJS.ErrnoException) => {
      // The client has ended before the end of the dump, and says why.
      if (error.code?.startsWith('Z_')) packing = error
      stdin.destroy()
      if (packing) leave()
    },
  )
  const end = await ended
  signal.removeEventListener('abort', leave)
  if (packing) throw new DeclinedError(`The gzip file is damaged: ${packing.message}.`)
  if (signal.aborted) throw new DeclinedError('It was cancelled.')
  return { end, said: said() }
}

/** Runs a client that writes a dump to a new file. */
export async function writeDump(
  programs: TenantPrograms,
  resource: Resource,
  { command, ...more }: Omit<TenantCommand, 'timeout' | 'stdout'>,
  { path, maxBytes, signal }: ExportRequest,
): Promise<DumpOutcome> {
  await using file = await open(path, 'wx', 0o600)
  const limited = ['prlimit', `--fsize=${maxBytes}`, '--', ...command] as const
  using program = await programs.start(resource, {
    ...more,
    command: limited,
    stdout: file.fd,
    timeout,
  })
  const leave = () => program[Symbol.dispose]()
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  program.child.stdin?.end()
  const said = collect(program.child.stderr)
  const end = await program.ended
  signal.removeEventListener('abort', leave)
  if (end === '0') return { end, said: said() }
  const { size } = await file.stat()
  await rm(path, { force: true })
  if (signal.aborted) throw new DeclinedError('It was cancelled.')
  if (size >= maxBytes) throw new OutputTooLargeError(command[0], maxBytes)
  return { end, said: said() }
}

function collect(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (part: string) => {
    if (text.length < maxComplaints) text += part
  })
  return () => text
}
