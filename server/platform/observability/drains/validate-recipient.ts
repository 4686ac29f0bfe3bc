import type { Recipient, RecipientType } from '#platform/model/observability/drain.ts'
import type { DrainSender } from '#platform/model/observability/drain-sender.ts'
import { parseStructuredData } from '#platform/model/observability/syslog-elements.ts'
import { validateLine } from '#platform/model/plain-text.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxUrl = 2000
const maxCredential = 1000
const maxStructuredData = 1000
/** Lower case, because Elasticsearch takes no other names; the date of the day follows it. */
const indexPrefix = /^[a-z0-9][a-z0-9._-]{0,99}$/

/** What a caller has sent; what its type does not use is ignored. */
export interface WantedRecipient {
  type: RecipientType
  url: string
  index?: string | undefined
  username?: string | undefined
  password?: string | undefined
  apiKey?: string | undefined
  sourceToken?: string | undefined
  structuredData?: string | undefined
}

/** The recipient, checked. */
export function validateRecipient(
  { drainSender }: { drainSender: Pick<DrainSender, 'objectionTo'> },
  wanted: WantedRecipient,
): Recipient {
  const url = validateLine(wanted.url, 'The URL', maxUrl)
  const recipient = recipientOf({ ...wanted, url })
  const objection = drainSender.objectionTo(recipient)
  if (objection !== undefined) throw new Refusal('invalid', `The URL: ${objection}`)
  return recipient
}

function recipientOf(wanted: WantedRecipient): Recipient {
  const { type, url } = wanted
  switch (type) {
    case 'RAW_HTTP':
      return { type, url, ...credentialsOf(wanted) }
    case 'ELASTICSEARCH':
      return { type, url, index: indexOf(wanted), ...credentialsOf(wanted) }
    case 'DATADOG': {
      const apiKey = headerValue(wanted.apiKey, 'The API key')
      return { type, url, ...(apiKey !== undefined && { apiKey }) }
    }
    case 'NEWRELIC':
      return { type, url, apiKey: required(wanted.apiKey, 'an API key (apiKey)') }
    case 'BETTERSTACK':
      return {
        type,
        url,
        sourceToken: required(wanted.sourceToken, 'a source token (sourceToken)'),
      }
    case 'SYSLOG_TCP':
    case 'SYSLOG_UDP':
    case 'OVH_TCP':
      return { type, url, ...structuredDataOf(wanted) }
  }
}

function credentialsOf({ username, password }: WantedRecipient) {
  const name = credential(username, 'The user name')
  const secret = credential(password, 'The password')
  if (name?.includes(':')) throw new Refusal('invalid', 'The user name contains a colon.')
  if (name === undefined && secret !== undefined) {
    throw new Refusal('invalid', 'A password needs a user name.')
  }
  return {
    ...(name !== undefined && { username: name }),
    ...(secret !== undefined && { password: secret }),
  }
}

function indexOf({ index = '' }: WantedRecipient): string {
  if (indexPrefix.test(index)) return index
  throw new Refusal(
    'invalid',
    'An Elasticsearch drain needs the prefix of an index (index): lower-case letters, digits, dots, dashes and underscores.',
  )
}

function structuredDataOf({ structuredData }: WantedRecipient) {
  if (structuredData === undefined) return {}
  const text = validateLine(structuredData, 'The structured data', maxStructuredData)
  if (parseStructuredData(text)) return { structuredData: text }
  throw new Refusal(
    'invalid',
    'The structured data are malformed. Write parameters as NAME="value", separated by spaces.',
  )
}

const credential = (text: string | undefined, what: string): string | undefined =>
  text === undefined ? undefined : validateLine(text, what, maxCredential)

/** Printable ASCII only: it is sent in a header. */
function headerValue(text: string | undefined, what: string): string | undefined {
  const value = credential(text, what)
  if (value === undefined || /^[\u0021-\u007e]*$/.test(value)) return value
  throw new Refusal(
    'invalid',
    `${what} contains a space or another character that keys never have.`,
  )
}

function required(text: string | undefined, what: string): string {
  const value = headerValue(text, 'The key')
  if (value) return value
  throw new Refusal('invalid', `This drain needs ${what}.`)
}
