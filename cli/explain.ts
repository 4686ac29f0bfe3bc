import { ApiError } from '#client/http/api-error.ts'
import { UnreachableError, type UnreachableReason } from '#client/http/unreachable.ts'
import { providerSentence } from './addons/provider-error.ts'
import { Refusal, UsageError } from './refusal.ts'
import { printable } from './terminal/printable.ts'

export interface Explanation {
  /** What went wrong. */
  message: string
  /** What to do next. */
  hint?: string
  exitCode: 1 | 2
  /** HTTP status of the API's response. */
  status?: number
  code?: number | string
  fields?: Record<string, string>
}

/** Converts any error into a message for the user. */
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

/** Error as text: message and hint; after a list the hint gets its own line. Other programs and servers have written parts of it. */
export const explanationText = ({ message, hint }: Explanation): string =>
  printable([message, hint].filter(Boolean).join(isList(message) ? '\n' : ' '))

/** Error as one line of JSON. */
export const explanationJson = ({ exitCode, ...error }: Explanation): string =>
  JSON.stringify({ error, exitCode })

const said = (sentence: string, hint?: string): Explanation => ({
  message: ended(sentence),
  ...(hint !== undefined && { hint }),
  exitCode: 1,
})

/** Adds a full stop, except after a list, whose last item would be copied with it. */
const ended = (sentence: string) =>
  isList(sentence) || /[.!?:…]$/.test(sentence) ? sentence : `${sentence}.`

const isList = (text: string) => /\n {2}[^\n]*$/.test(text)

/** Field errors that the message does not already contain. */
const fieldsOf = ({ fields, message }: ApiError) =>
  Object.entries(fields)
    .filter(([, problem]) => !message.includes(problem.replace(/\.$/, '')))
    .map(([name, problem]) => `\n  ${name}: ${problem}`)
    .join('')

/** Message of the API without the parts meant for other clients. */
function sentenceOf({ status, message }: ApiError): string {
  if (status === 401 && message.startsWith(expired)) return `${expired}.`
  return providerSentence(message)
}

const expired = 'Your login has expired or was revoked'

/** Suggests a login after a 401, unless the message is about an API token or a password. */
const apiHint = ({ status, message }: ApiError) =>
  status === 401 && !/API token|password/i.test(message) ? 'Run `berth login`.' : undefined

const unreachableHints: Record<UnreachableReason, string> = {
  refused:
    'Is the server running? Start it with `systemctl start berth`, or `npm start` in a checkout; if its address changed, run `berth login --local`.',
  'unknown-host': 'Check the address: `berth profile` shows it.',
  untrusted:
    'Log in again with its certificate authority: `berth login --local`, or `berth login --ca <file>`.',
  late: 'Try again in a moment.',
  broken: 'Try again in a moment.',
  'not-the-api': 'Check the address: `berth profile` shows it.',
}
