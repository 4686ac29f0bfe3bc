import type { ByteReader } from '#git/wire/byte-reader.ts'
import type { Outlet } from '#git/wire/outlet.ts'
import { flush, packet, readPacket } from '#git/wire/pkt-line.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** A rejected ref, with the short reason that git prints after it. */
export interface Rejection {
  ref: string
  reason: string
}

/** One requested change of a ref. */
export interface Update {
  ref: string
  from: string
  to: string
}

/** Head of a push, before the pack. */
export interface PushRequest {
  updates: Update[]
  capabilities: Set<string>
  /** Shallow boundary commits of the pusher's history. */
  shallow: string[]
}

export const nothing = '0'.repeat(40)

const maxPackets = 10_000
const maxBytes = 1024 * 1024
const updatePattern = /^([0-9a-f]{40}) ([0-9a-f]{40}) (refs\/[^\0-\x20\x7f]+)$/

/** Parses the list of updates at the head of a push; `undefined` when it is empty. */
export async function readPushRequest(bytes: ByteReader): Promise<PushRequest | undefined> {
  const request: PushRequest = { updates: [], capabilities: new Set(), shallow: [] }
  const refs = new Set<string>()
  let length = 0
  for (let count = 0; count <= maxPackets; count += 1) {
    const content = await readPacket(bytes)
    if (content === undefined && count === 0) return undefined
    if (content === undefined) break
    if (content === 'flush') return request.updates.length > 0 ? request : undefined
    length += content.length
    if (length > maxBytes) break
    readLine(request, refs, content)
  }
  throw new Refusal('invalid', 'Invalid push request')
}

function readLine(request: PushRequest, refs: Set<string>, content: Buffer): void {
  const [command = '', capabilities] = decode(content).replace(/\n$/, '').split('\0')
  const isFirst = request.updates.length === 0
  if (capabilities && isFirst) {
    for (const word of capabilities.split(' ')) if (word) request.capabilities.add(word)
  }
  const shallow = /^shallow ([0-9a-f]{40})$/.exec(command)?.[1]
  if (shallow) {
    request.shallow.push(shallow)
    return
  }
  const [, from = '', to = '', ref = ''] = updatePattern.exec(command) ?? []
  if (!ref || refs.has(ref)) throw new Refusal('invalid', 'Invalid push request')
  refs.add(ref)
  request.updates.push({ ref, from, to })
}

function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    throw new Refusal('invalid', 'The name of a branch or tag is not UTF-8')
  }
}

/** Serialises the head of a push with this one update. */
export function writePushRequest(request: PushRequest, { from, to, ref }: Update): Buffer {
  const capabilities = ['report-status', 'side-band-64k', 'object-format=sha1', 'agent=berth']
  if (request.capabilities.has('quiet')) capabilities.push('quiet')
  return Buffer.concat([
    ...request.shallow.map((commit) => packet(`shallow ${commit}`)),
    packet(`${from} ${to} ${ref}\0 ${capabilities.join(' ')}`),
    flush,
  ])
}

/** Result of a push: status of the pack and of each ref. */
interface Report {
  /** `ok`, or why the pack could not be stored. */
  unpack: string
  updated: string[]
  rejections: Rejection[]
}

/** Response to a push, in the capabilities that the client requested. */
export interface PushAnswer {
  /** Shows a sentence after `remote:`. */
  say(sentence: string): Promise<void>
  /** Passes on git's own output; an empty buffer is a keep-alive. */
  show(bytes: Buffer): Promise<void>
  /** Sends the report and ends the response. */
  report(report: Report): Promise<void>
}

const bands = { report: 1, message: 2 }

export function answerPush(capabilities: Set<string>, outlet: Outlet): PushAnswer {
  const room = capabilities.has('side-band-64k') ? 65_515 : capabilities.has('side-band') ? 995 : 0

  async function send(band: number, bytes: Buffer): Promise<void> {
    for (let at = 0; at === 0 || at < bytes.length; at += room) {
      await outlet.write(packet(Buffer.concat([Buffer.of(band), bytes.subarray(at, at + room)])))
    }
  }

  return {
    async say(sentence) {
      if (room > 0) await send(bands.message, Buffer.from(`${oneLine(sentence)}\n`))
    },
    async show(bytes) {
      if (room > 0) await send(bands.message, bytes)
    },
    async report(report) {
      const isWanted = ['report-status', 'report-status-v2'].some((name) => capabilities.has(name))
      if (isWanted && room > 0) await send(bands.report, toPackets(report))
      else if (isWanted) await outlet.write(toPackets(report))
      if (room > 0) await outlet.write(flush)
    },
  }
}

function toPackets({ unpack, updated, rejections }: Report): Buffer {
  const lines = [
    `unpack ${oneLine(unpack)}`,
    ...updated.map((ref) => `ok ${ref}`),
    ...rejections.map(({ ref, reason }) => `ng ${ref} ${oneLine(reason)}`),
  ]
  return Buffer.concat([...lines.map((line) => packet(`${line}\n`)), flush])
}

/** Text for a terminal: without control characters, on one line. */
const oneLine = (text: string): string => text.replace(/[\0-\x1f\x7f-\x9f]+/g, ' ').slice(0, 1000)
