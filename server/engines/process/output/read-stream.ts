import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cutLines, linesPerTurn } from './line-cutter.ts'

/**
 * Hands on each line of a stream until its end. Whoever writes is held up while lines are handed on, and other work gets
 * its turn in between.
 */
export async function readStream(stream: Readable, onLine: (line: string) => void): Promise<void> {
  const cutter = cutLines(onLine)
  try {
    for await (const chunk of stream) {
      cutter.push(chunk)
      while (cutter.emit(linesPerTurn)) await nextTurn()
    }
  } catch (error) {
    // Whoever has had enough of it destroys the stream.
    if (!stream.destroyed) throw error
  }
  cutter.end()
}

/** The beginning of what a stream says. */
export async function readText(stream: Readable, maxBytes: number): Promise<string> {
  let text = ''
  await readStream(stream, (line) => {
    if (text.length < maxBytes) text += `${line}\n`
  })
  return text.slice(0, maxBytes).trim()
}
