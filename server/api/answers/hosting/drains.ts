import {
  boolean,
  exactOptional,
  integer,
  list,
  number,
  object,
  oneOf,
  string,
} from '#kit/schema.ts'
import { drainKinds, recipientTypes } from '#platform/model/observability/drain.ts'

export const drainKind = oneOf(...drainKinds)
/** `DELETED` only in the answer to a deletion. */
export const drainStatus = oneOf('ENABLED', 'DISABLED', 'DELETED')
export const executionStatus = oneOf('RUNNING', 'RETRYING', 'NOT_RUNNING')

const recipient = object({
  type: oneOf(...recipientTypes),
  url: string,
  index: exactOptional(string),
  username: exactOptional(string),
  password: exactOptional(string),
  apiKey: exactOptional(string),
  sourceToken: exactOptional(string),
  rfc5424StructuredDataParameters: exactOptional(string),
  /** Of Elasticsearch: certificates are verified as usual. */
  tlsVerification: exactOptional(oneOf('DEFAULT')),
})

/** Passwords, keys, tokens and values of structured data are masked. */
export const drainAnswer = object({
  id: string,
  tenantId: string,
  resourceId: string,
  kind: drainKind,
  status: object({
    id: string,
    drainId: string,
    status: drainStatus,
    date: string,
    authorId: exactOptional(string),
  }),
  execution: object({
    status: executionStatus,
    attempt: exactOptional(integer),
    maxAttempt: exactOptional(integer),
    lastAttemptAt: exactOptional(string),
    nextAttemptAt: exactOptional(string),
    retryingSince: exactOptional(string),
    lastError: exactOptional(string),
  }),
  recipient,
  /** Messages and bytes per second of the last minute, and lines that wait, counted up to 10,000. */
  backlog: object({ msgRateOut: number, msgThroughputOut: number, msgBacklog: integer }),
})

export const drainList = list(drainAnswer)

/** Result of a check. */
export const drainCheck = object({ ok: boolean, message: string })

export const legacyDrainTypes = {
  SYSLOG_TCP: 'TCPSyslog',
  SYSLOG_UDP: 'UDPSyslog',
  RAW_HTTP: 'HTTP',
  ELASTICSEARCH: 'ElasticSearch',
  DATADOG: 'DatadogHTTP',
  NEWRELIC: 'NewRelicHTTP',
  // Younger than the old form.
  OVH_TCP: 'OVHTCPSyslog',
  BETTERSTACK: 'BetterStackHTTP',
} as const satisfies Record<(typeof recipientTypes)[number], string>

export const legacyDrainType = oneOf(...Object.values(legacyDrainTypes))

export const legacyDrain = object({
  id: string,
  appId: string,
  state: drainStatus,
  target: object({
    url: string,
    drainType: legacyDrainType,
    indexPrefix: exactOptional(string),
    structuredDataParameters: exactOptional(string),
  }),
})
