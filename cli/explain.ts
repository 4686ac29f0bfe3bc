import { ApiError } from '#client/http/api-error.ts'
import { UnreachableError, type UnreachableReason } from '#client/http/unreachable.ts'
import { providerSentence } from './addons/provider-error.ts'
import { Refusal, UsageError } from './refusal.ts'

export interface Explanation {
  /** What happened. */
  message: string
  /** What to do next. */
  hint?: string
  exitCode: 1 | 2
  /** Of the API's answer. */
  status?: number
  code?: number | string
  fields?: Record<string, string>
}

/** Turns whatever went wrong into words for the person who typed. */
export function explain(error: unknown): Explanation {
  if (error instanceof UsageError) return { message: error.message, exitCode: 2 }
  if (error instanceof Refusal) return said(error.message, error.hint)
  if (error instanceof UnreachableError) return said(error.message, unreachableHints[error.reason])
  if (error instanceof ApiError) {
    const { status, code, fields } = error
    return {
      ...said(`${sentenceOf(error)}${fieldsOf(error)}`, apiHint(error)),
      status,
      ...(code !== undefined && { code }),
      ...(Object.keys(fields).length > 0 && { fields }),
    }
  }
  return said(`Unexpected error: ${error instanceof Error ? error.message : error}`)
}

/** For people: the sentence and the hint. Behind a list the hint has a line of its own. */
export const explanationText = ({ message, hint }: Explanation): string =>
  [message, hint].filter(Boolean).join(isList(message) ? '\n' : ' ')

/** For programs: one line of JSON. */
export const explanationJson = ({ exitCode, ...error }: Explanation): string =>
  JSON.stringify({ error, exitCode })

const said = (sentence: string, hint?: string): Explanation => ({
  message: ended(sentence),
  ...(hint !== undefined && { hint }),
  exitCode: 1,
})

/** A full stop behind the last item of a list would be copied with it. */
const ended = (sentence: string) =>
  isList(sentence) || /[.!?:…]$/.test(sentence) ? sentence : `${sentence}.`

const isList = (text: string) => /\n {2}[^\n]*$/.test(text)

/** Problems of single fields, where the message does not tell them already. */
const fieldsOf = ({ fields, message }: ApiError) =>
  Object.entries(fields)
    .filter(([, problem]) => !message.includes(problem.replace(/\.$/, '')))
    .map(([name, problem]) => `\n  ${name}: ${problem}`)
    .join('')

/** What the API says, without what other clients need around it. */
function sentenceOf({ status, message }: ApiError): string {
  if (status === 401 && message.startsWith(expired)) return `${expired}.`
  return providerSentence(message)
}

const expired = 'Your login has expired or was revoked'

/** A new login does not help where the server speaks of something else than the login. */
const apiHint = ({ status, message }: ApiError) =>
  status === 401 && !/API token|password/i.test(message) ? 'Run `berth login`.' : undefined

const unreachableHints: Record<UnreachableReason, string> = {
  refused:
    'Is the server running? Start it with `npm start`; if its address changed, run `berth login --local`.',
  'unknown-host': 'Check the address: `berth profile` shows it.',
  untrusted:
    'Log in again with its certificate authority: `berth login --local`, or `berth login --ca <file>`.',
  late: 'Try again in a moment.',
  broken: 'Try again in a moment.',
  'not-the-api': 'Check the address: `berth profile` shows it.',
}
