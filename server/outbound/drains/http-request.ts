import type { Recipient } from '#platform/model/observability/drain.ts'
import type { DrainMessage } from '#platform/model/observability/drain-sender.ts'
import { bulkBody, bulkUrl } from './elasticsearch.ts'
import { messageDocument } from './message-document.ts'

/** Recipients that are called over HTTP. */
export type HttpRecipient = Exclude<Recipient, { type: 'SYSLOG_TCP' | 'SYSLOG_UDP' | 'OVH_TCP' }>

/** What is posted for some messages. */
export interface DrainRequest {
  url: string
  text: string
  headers: Record<string, string>
  credentials?: { id: string; password: string }
}

const json = { 'content-type': 'application/json' }
const jsonLines = { 'content-type': 'application/x-ndjson' }

/** The request in the form that the recipient's service documents. */
export function drainRequest(
  recipient: HttpRecipient,
  messages: readonly DrainMessage[],
): DrainRequest {
  const { url } = recipient
  switch (recipient.type) {
    case 'RAW_HTTP': {
      const text = messages
        .map((message) => `${JSON.stringify(messageDocument(message))}\n`)
        .join('')
      return { url, text, headers: jsonLines, ...basic(recipient) }
    }
    case 'ELASTICSEARCH':
      return {
        url: bulkUrl(url),
        text: bulkBody(recipient.index, messages),
        headers: jsonLines,
        ...basic(recipient),
      }
    case 'DATADOG': {
      const { apiKey } = recipient
      const headers = { ...json, ...(apiKey !== undefined && { 'dd-api-key': apiKey }) }
      return { url, text: JSON.stringify(messages.map(datadogLog)), headers }
    }
    case 'NEWRELIC': {
      const logs = messages.map(newRelicLog)
      return {
        url,
        text: JSON.stringify([{ logs }]),
        headers: { ...json, 'api-key': recipient.apiKey },
      }
    }
    case 'BETTERSTACK': {
      const headers = { ...json, authorization: `Bearer ${recipient.sourceToken}` }
      return { url, text: JSON.stringify(messages.map(betterStackLog)), headers }
    }
  }
}

const basic = ({ username, password }: { username?: string; password?: string }) =>
  username === undefined ? {} : { credentials: { id: username, password: password ?? '' } }

function datadogLog(message: DrainMessage) {
  const { severity, instanceId, resourceId, resourceName, service, zone } = message
  return {
    ...messageDocument(message),
    ddsource: 'berth',
    ddtags: `origin:${service},zone:${zone},resource:${resourceId}`,
    hostname: instanceId || resourceId,
    service: resourceName,
    status: severity,
    timestamp: message.date,
  }
}

function newRelicLog(message: DrainMessage) {
  const { message: text, ...attributes } = messageDocument(message)
  return { timestamp: message.date, message: text, attributes }
}

function betterStackLog(message: DrainMessage) {
  const { date, severity, ...document } = messageDocument(message)
  return { dt: date, level: severity, ...document }
}
