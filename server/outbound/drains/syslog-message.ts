import type { DrainMessage } from '#platform/model/observability/drain-sender.ts'
import {
  formatElement,
  parseStructuredData,
  type StructuredElement,
} from '#platform/model/observability/syslog-elements.ts'

/** The enterprise number that is reserved for use without one (RFC 5612). */
const defaultElement = 'berth@32473'
/** local0. */
const facility = 16
const severities = { error: 3, warning: 4, info: 6 } as const
const absent = '-'

/** Printable ASCII without spaces, of limited length; `-` for nothing. */
const token = (text: string, maxLength: number): string =>
  text.replaceAll(/[^\u0021-\u007e]/g, '_').slice(0, maxLength) || absent

/** A message of RFC 5424, in UTF-8, without a frame. */
export function syslogMessage(message: DrainMessage, ownElements: string): Buffer {
  const { severity, date, resourceId, instanceId, service, text } = message
  const header = [
    `<${facility * 8 + severities[severity]}>1`,
    new Date(date).toISOString(),
    token(instanceId || resourceId, 255),
    token(resourceId, 48),
    absent,
    token(service, 32),
  ]
  return Buffer.from(`${header.join(' ')} ${originOf(message)}${ownElements} ${text}`)
}

/** Elements of the owner, ready to be put into messages. */
export const elementsOf = (structuredData = ''): string =>
  (parseStructuredData(structuredData) ?? [])
    .map((element, at) => formatElement(element, at === 0 ? 'drain@32473' : `drain${at}@32473`))
    .join('')

function originOf({ ownerId, resourceName, deploymentId, instanceId, commit, zone }: DrainMessage) {
  const known = { ownerId, name: resourceName, deploymentId, instanceId, commit, zone }
  const params: StructuredElement['params'] = Object.entries(known)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ name, value }))
  return formatElement({ id: undefined, params }, defaultElement)
}

/** Octet counting (RFC 6587, 3.4.1): the length, a space and the message, so that it may contain line breaks. */
export const framed = (message: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${message.length} `), message])

/** The first bytes of a message, without half a character at the end. */
export function truncated(message: Buffer, maxBytes: number): Buffer {
  if (message.length <= maxBytes) return message
  let end = maxBytes
  // Bytes 10xxxxxx go on with a character.
  while (end > 0 && ((message[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return message.subarray(0, end)
}
