import type { Readable } from 'node:stream'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from './terminal.ts'

const timeout = 5 * 60_000
const maxLength = 64 * 1024
const newline = 0x0a

/** Text up to a terminating byte, and that byte. */
export interface Line {
  text: string
  end: number | undefined
}

/** Reads one line of standard input and leaves the rest unread; empty at the end of input. */
export function nextLine(
  { stdin }: Pick<Terminal, 'stdin'>,
  ends: readonly number[] = [newline],
): Promise<Line> {
  if ((stdin as Readable).readableEnded) return Promise.resolve({ text: '', end: undefined })
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const stop = () => {
      clearTimeout(late)
      stdin.off('data', onData).off('end', onEnd).off('error', onError).pause()
    }
    const fail = (error: Error) => {
      stop()
      reject(error)
    }
    const onData = (chunk: Buffer | string) => {
      bytes = Buffer.concat([bytes, Buffer.from(chunk as string)])
      const at = bytes.findIndex((byte) => ends.includes(byte))
      if (at < 0 && bytes.length > maxLength) fail(new Refusal('The line is too long.'))
      if (at < 0) return
      stop()
      if (at + 1 < bytes.length) stdin.unshift(bytes.subarray(at + 1))
      resolve({ text: bytes.toString('utf8', 0, at), end: bytes[at] })
    }
    const onEnd = () => {
      stop()
      resolve({ text: bytes.toString('utf8'), end: undefined })
    }
    const onError = (error: Error) => fail(error)
    const late = setTimeout(() => fail(new Refusal('Nothing was typed for five minutes.')), timeout)
    stdin.on('data', onData).on('end', onEnd).on('error', onError).resume()
  })
}
