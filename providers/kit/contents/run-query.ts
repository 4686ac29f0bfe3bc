import { randomBytes } from 'node:crypto'
import { maxAnswerBytes } from '#protocol/databases/contents.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import type { TenantCommand, TenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'

/** Milliseconds of a question about the contents of a database; its server has a limit of less. */
const questionTimeout = 20_000
/** Seconds that the server works for one. */
export const statementSeconds = 10

const maxComplaints = 16 * 1024

export interface Printed {
  text: string
  /** Whether there was more than is answered. */
  isCut: boolean
}

export interface Question {
  input: string
  /** Aborted when the customer leaves. */
  signal: AbortSignal
  explain(said: string): string
  /** Ends at the server what a client that was ended has left there, from what it had printed. */
  endLeft?(printed: string): Promise<void>
}

/**
 * Runs a client for a question, and returns what it prints, up to the limit of an answer: it is ended once there is
 * more. Rejects with what it complains, for the customer. Ended when the customer leaves.
 */
export async function runQuestion(
  programs: TenantPrograms,
  resource: Resource,
  command: Omit<TenantCommand, 'timeout'>,
  { input, signal, explain, endLeft }: Question,
): Promise<Printed> {
  using program = await programs.start(resource, { ...command, timeout: questionTimeout })
  const { child, ended } = program
  const leave = () => program[Symbol.dispose]()
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  let isCut = false
  const chunks: Buffer[] = []
  let size = 0
  let complaints = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    if (isCut) return
    chunks.push(chunk)
    size += chunk.length
    isCut = size > maxAnswerBytes
    if (isCut) leave()
  })
  child.stderr?.setEncoding('utf8').on('data', (said: string) => {
    if (complaints.length < maxComplaints) complaints += said
  })
  child.stdin?.end(input)
  const end = await ended
  signal.removeEventListener('abort', leave)
  const text = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8')
  if (isCut || !/^\d+$/.test(end)) await endLeft?.(text)
  if (end !== '0' && !isCut) throw new DeclinedError(sentenceFor(end, explain(complaints)), 422)
  return { text, isCut }
}

const sentenceFor = (end: string, said: string) =>
  said ||
  (end === 'SIGKILL' ? 'It took too long, or was cancelled.' : 'The database did not answer.')

/** A word that nobody can know before, so that nothing of a customer looks like it. */
export const newWord = () => `w${randomBytes(16).toString('hex')}`
