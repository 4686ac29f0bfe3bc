import { drainKind } from '#api/answers/hosting/drains.ts'
import { type Infer, object, oneOf, optional, string } from '#kit/schema.ts'
import { type RecipientType, recipientTypes } from '#platform/model/observability/drain.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { WantedDrain } from '#platform/observability/drains/drains.ts'

/** Names of recipients before those of `recipientTypes`, which configuration tools still send. */
const olderTypes = {
  DatadogRecipient: 'DATADOG',
  ElasticsearchRecipient: 'ELASTICSEARCH',
  NewRelicRecipient: 'NEWRELIC',
  OVHTCPRecipient: 'OVH_TCP',
  RawRecipient: 'RAW_HTTP',
  SyslogTCPRecipient: 'SYSLOG_TCP',
  SyslogUDPRecipient: 'SYSLOG_UDP',
} as const satisfies Record<string, RecipientType>

type OlderType = keyof typeof olderTypes
const olderNames = Object.keys(olderTypes) as OlderType[]

/** A drain as clients create it. */
export const drainBody = object({
  kind: drainKind,
  recipient: object({
    type: oneOf(...recipientTypes, ...olderNames),
    url: string,
    index: optional(string),
    username: optional(string),
    password: optional(string),
    apiKey: optional(string),
    sourceToken: optional(string),
    rfc5424StructuredDataParameters: optional(string),
    token: optional(string),
    tlsVerification: optional(oneOf('DEFAULT', 'TRUSTFUL')),
  }),
})

/** What the body asks for, whichever names it uses. */
export function wantedDrain({ kind, recipient }: Infer<typeof drainBody>): WantedDrain {
  const {
    type: named,
    token,
    tlsVerification,
    rfc5424StructuredDataParameters: structured,
    ...others
  } = recipient
  const type = isOlder(named) ? olderTypes[named] : named
  if (tlsVerification === 'TRUSTFUL') {
    throw new Refusal(
      'invalid',
      'The certificate of a recipient is always verified: leave out tlsVerification, or say DEFAULT.',
    )
  }
  const structuredData = token === undefined ? structured : withToken(type, token, structured)
  return { kind, recipient: { ...others, type, structuredData } }
}

const isOlder = (type: string): type is OlderType => Object.hasOwn(olderTypes, type)

/** OVH finds the token of a stream in the structured data; other syslog servers have names of their own for theirs. */
function withToken(type: RecipientType, token: string, structured = ''): string {
  if (type === 'OVH_TCP') {
    const value = token.replaceAll(/["\\\]]/g, '\\$&')
    return `X-OVH-TOKEN="${value}" ${structured}`.trim()
  }
  throw new Refusal(
    'invalid',
    'Write the token as your recipient expects it in rfc5424StructuredDataParameters, such as token="…".',
  )
}
