import { ApiError } from '#client/api-error.ts'
import { Unreachable, type UnreachableReason } from '#client/unreachable.ts'
import { Refusal, WrongUsage } from './refusal.ts'

export interface Explanation {
  /** What happened, and what to do next. */
  text: string
  exitCode: 1 | 2
}

/** Turns whatever went wrong into words for the person who typed. */
export function explain(error: unknown): Explanation {
  if (error instanceof WrongUsage) return { text: error.message, exitCode: 2 }
  if (error instanceof Refusal) return said(error.message, error.hint)
  if (error instanceof Unreachable) return said(error.message, unreachableHints[error.reason])
  if (error instanceof ApiError) return said(`${error.message}${fieldsOf(error)}`, apiHint(error))
  return said(`Something unexpected happened: ${error instanceof Error ? error.message : error}`)
}

const said = (sentence: string, hint?: string): Explanation => ({
  text: [ended(sentence), hint].filter(Boolean).join(' '),
  exitCode: 1,
})

const ended = (sentence: string) => (/[.!?:…]$/.test(sentence) ? sentence : `${sentence}.`)

/** Problems of single fields, where the message does not tell them already. */
const fieldsOf = ({ fields, message }: ApiError) =>
  Object.entries(fields)
    .filter(([, problem]) => !message.includes(problem.replace(/\.$/, '')))
    .map(([name, problem]) => `\n  ${name}: ${problem}`)
    .join('')

/** A new login does not help where the server speaks of something else than the login. */
const apiHint = ({ status, message }: ApiError) =>
  status === 401 && !/API token|password/i.test(message)
    ? 'Log in again: `berth login --local`, or `berth login`.'
    : undefined

const unreachableHints: Record<UnreachableReason, string> = {
  refused:
    'Is the server started? `npm start` starts one; `berth login --local` learns its new address.',
  'unknown-host': 'Check the address: `berth profile` shows it.',
  untrusted:
    'Log in again with its authority: `berth login --local`, or `berth login --ca <file>`.',
  late: 'Try again in a moment.',
  broken: 'Try again in a moment.',
  'not-the-api': 'Check the address: `berth profile` shows it.',
}
