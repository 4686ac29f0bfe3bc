import type { Outlet } from '#git/wire/outlet.ts'
import { flush, packet } from '#git/wire/pkt-line.ts'
import type { Rejection } from './ref-policy.ts'

/** How a push ended: what git said of the pack, and what became of each ref. */
export interface Report {
  /** `ok`, or why the pack could not be stored. */
  unpack: string
  updated: string[]
  rejections: Rejection[]
}

/** The answer to a push, in the dialect that the pusher's git asked for. */
export interface PushAnswer {
  /** Shows a sentence behind `remote:`. */
  say(sentence: string): Promise<void>
  /** Hands on what git itself shows; nothing at all keeps the connection awake. */
  show(bytes: Buffer): Promise<void>
  /** Ends the answer. */
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

/** Text that reaches a terminal: no control character, no second line. */
export const oneLine = (text: string): string =>
  text.replace(/[\0-\x1f\x7f-\x9f]+/g, ' ').slice(0, 1000)
