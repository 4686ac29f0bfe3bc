import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { withTimeout } from '#kit/concurrency/timeout.ts'

/** Above 15, up to where Node closes descriptors for its children. */
const number = 78

/** Standard streams, and a pipe as a descriptor that nobody wants. */
export const inheritedStdio: StdioOptions = [
  ...(['ignore', 'pipe', 'pipe'] as const),
  ...Array(number - 3).fill('ignore'),
  'pipe',
]

/**
 * Resolves when no process holds the descriptor any more: the kernel then reports the end of file. From then on none can
 * inherit it.
 */
export async function isHeldByNobody(child: ChildProcess): Promise<void> {
  const stream = (child.stdio as unknown as (Readable | undefined)[])[number]
  if (!stream) throw new Error('the child has no descriptor that was not wanted')
  const end = finished(stream, { writable: false })
  stream.resume()
  await withTimeout(end, 300_000, 'the end of the inherited descriptor')
}

/** Descriptors of a program that a command becomes, which itself is started with one that nobody wants. */
export async function descriptorsBehind(command: readonly string[]): Promise<string[]> {
  const [program = '', ...words] = [...command, 'ls', '/proc/self/fd']
  const { stdout, stderr } = spawn(program, words, { stdio: inheritedStdio })
  if (!stdout || !stderr) throw new Error('the child has no output')
  const [listed, complaints] = await Promise.all([text(stdout), text(stderr)])
  if (listed === '') throw new Error(complaints)
  return listed.trim().split('\n').sort()
}

/** The last is the folder that `ls` reads. */
export const standardDescriptors = ['0', '1', '2', '3']
