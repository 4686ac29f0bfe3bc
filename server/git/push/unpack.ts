import { Readable, type Writable } from 'node:stream'
import {
  diskFullSentence,
  type Listener,
  type ReceivePack,
  type RepositoryAccess,
  sentenceOf,
  unlessDeleted,
} from '#git/git-session.ts'
import { type ByteReader, readBytes } from '#git/wire/byte-reader.ts'
import { writeTo } from '#git/wire/outlet.ts'
import { readPacket } from '#git/wire/pkt-line.ts'
import { hasRoomFor } from '#kit/files/disk-full.ts'
import { failureOf } from '#kit/process/subprocess.ts'
import { checkQuarantine } from './push-checks.ts'
import { type PushRequest, type Update, writePushRequest } from './push-protocol.ts'

/** Git's result of one update and its pack. */
export interface UnpackResult {
  /** `ok`, or why the pack could not be stored. */
  unpack: string
  /** Reason why the ref was not updated; absent on success. */
  problem?: string
}

export interface UnpackRequest {
  request: PushRequest
  update: Update
  /** Source of the pack. */
  input: ByteReader
  receivePack: ReceivePack
  /** Called with git's progress output for the pusher. */
  show(bytes: Buffer): Promise<void>
}

/** Git's words for `ENOSPC` and `EDQUOT`, which it does not always say. */
const diskFullPattern = /No space left on device|Disk quota exceeded/
const roomOfPush = { bytes: 64 * 1024, inodes: 16 }
const bands = { report: 1, message: 2, fatal: 3 }

/**
 * Lets `git receive-pack` store the pack and update the ref, unless the commit exceeds the limits: then nothing is
 * stored. The pusher may still be sending data afterwards.
 */
export async function unpack(
  listener: Listener,
  admission: RepositoryAccess,
  { request, update, input, receivePack, show }: UnpackRequest,
): Promise<UnpackResult & { incoming: PackPipe }> {
  const { measures, warmSources } = listener
  const { repository } = admission
  const { child, quota } = receivePack
  if (!child.hook) throw new Error('the hook of a push has no descriptors')
  const checking = checkQuarantine(child.hook, update.to, () =>
    warmSources?.startReader(repository),
  )
  checking.catch(() => {})
  warmSources?.startReader(repository)
  child.stdin.write(writePushRequest(request, update))
  const incoming = pipePack(input, child.stdin, quota.bytes)
  listener.backend.expectPush(admission.applicationId)
  try {
    let isFull = false
    const report = await listen(receivePack, async (bytes) => {
      isFull ||= diskFullPattern.test(bytes.toString('latin1'))
      if (!incoming.excess && !isFull) await show(bytes)
    })
    const stored = await readReport(report, update.ref)
    if (stored.problem !== undefined && (isFull || !hasRoomFor(repository, roomOfPush)))
      return { unpack: 'ok', problem: diskFullSentence, incoming }
    const check = await checking
    if (!check.isAccepted && check.problem !== undefined)
      return { unpack: 'ok', problem: check.problem, incoming }
    if (stored.problem === undefined) {
      // Git silently skips a missing hook.
      if (!check.isAccepted) throw new Error('the hook did not ask')
      measures.keep(repository, update.to, check.measure)
      const bytes = check.measure.totals.fileBytes
      warmSources?.startCheckout({ repository, commit: update.to, bytes })
    }
    return { ...stored, incoming }
  } catch (error) {
    return {
      unpack: 'ok',
      problem: sentenceOf(listener, await unlessDeleted(listener, admission, error)),
      incoming,
    }
  }
}

/** Passes on git's progress output and returns its report. */
async function listen(
  { child, output }: ReceivePack,
  show: (bytes: Buffer) => Promise<void>,
): Promise<Buffer> {
  const report: Buffer[] = []
  for (;;) {
    const content = await readPacket(output)
    if (content === undefined || content === 'flush') break
    const [band, bytes] = [content[0], content.subarray(1)]
    if (band === bands.report) report.push(bytes)
    else if (band === bands.message || band === bands.fatal) await show(bytes)
  }
  const { code, stderr } = await child.finished
  if (report.length > 0) return Buffer.concat(report)
  throw failureOf(['git', 'receive-pack'], { code, stdout: '', stderr })
}

async function readReport(report: Buffer, ref: string): Promise<UnpackResult> {
  const packets = readBytes(Readable.from([report], { objectMode: false }))
  const unpacked: UnpackResult = { unpack: 'unknown', problem: 'not updated' }
  for (;;) {
    const content = await readPacket(packets)
    if (content === undefined || content === 'flush') return unpacked
    const line = content.toString('utf8').trimEnd()
    if (line.startsWith('unpack ')) unpacked.unpack = line.slice('unpack '.length)
    else if (line === `ok ${ref}`) delete unpacked.problem
    else if (line.startsWith(`ng ${ref} `)) unpacked.problem = line.slice(`ng ${ref} `.length)
  }
}

/** The pusher's data on its way to git. */
export interface PackPipe {
  /** Exceeded limit, after which git got no more data. */
  readonly excess: 'bytes' | 'objects' | undefined
  /** Resolves when the pusher has sent everything, or twice the limit. */
  readonly ended: Promise<void>
}

/** Git keeps a record of each object of a pack in memory. */
export const maxObjects = 2_000_000
const packHeader = 12

/** Object count in a pack header: `PACK`, a version, and the number. */
function objectsIn(head: Buffer): number {
  if (head.length < packHeader || head.toString('latin1', 0, 4) !== 'PACK') return 0
  return head.readUInt32BE(8)
}

/**
 * Pipes the pusher's data to git with backpressure. Data after git has ended is read and discarded, because most
 * clients read the response only after sending everything.
 */
export function pipePack(input: ByteReader, git: Writable | undefined, limit: number): PackPipe {
  let bytes = 0
  let head: Buffer = Buffer.alloc(0)
  const state = { excess: undefined as PackPipe['excess'], ended: Promise.resolve() }
  async function pump(): Promise<void> {
    for (let piece = await input.next(); piece; piece = await input.next()) {
      bytes += piece.length
      if (head.length < packHeader)
        head = Buffer.concat([head, piece.subarray(0, packHeader - head.length)])
      if (bytes > limit) state.excess ??= 'bytes'
      if (objectsIn(head) > maxObjects) state.excess ??= 'objects'
      if (bytes > 2 * limit) break
      if (state.excess) git?.end()
      else if (git) await writeTo(git, piece)
    }
    git?.end()
  }
  state.ended = pump()
  return state
}
