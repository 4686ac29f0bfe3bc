import type { SecureContext } from 'node:tls'
import { reasonOf, sentenceFor } from '#outbound/providers/call-errors.ts'
import { lookupAllowed } from '#outbound/providers/lookup.ts'
import { createNameResolver } from '#outbound/providers/resolve-name.ts'
import type { PrivateTargets } from '#outbound/providers/targets.ts'
import { trustIn } from '#outbound/providers/trust.ts'
import type { ProviderClient } from '#platform/model/marketplace/provider-client.ts'
import type { Recipient } from '#platform/model/observability/drain.ts'
import type {
  DrainMessage,
  DrainSender,
  SendResult,
} from '#platform/model/observability/drain-sender.ts'
import { bulkFailure } from './elasticsearch.ts'
import { drainRequest, type HttpRecipient } from './http-request.ts'
import { sendTcp } from './send-tcp.ts'
import { sendUdp } from './send-udp.ts'
import { objectionToSocket, socketTarget } from './socket-target.ts'
import { elementsOf, framed, syslogMessage, truncated } from './syslog-message.ts'

export interface DrainSenderOptions {
  /** Calls recipients over HTTP, by the same rules. */
  httpClient: Pick<ProviderClient, 'post' | 'objectionTo'>
  /** Private addresses that drains may have. */
  allowed: PrivateTargets
  /** Additional CA certificates. */
  authorities: readonly string[]
}

type SyslogRecipient = Exclude<Recipient, HttpRecipient>

const transportOf = ({ type }: SyslogRecipient) => (type === 'SYSLOG_UDP' ? 'udp' : 'tcp')
const isSyslog = (recipient: Recipient): recipient is SyslogRecipient =>
  recipient.type === 'SYSLOG_TCP' || recipient.type === 'SYSLOG_UDP' || recipient.type === 'OVH_TCP'

const timeout = 10_000
/** The maximum of most syslog servers; a longer message would not fit into what they read at once. */
const maxDatagram = 8192
const maxAnswerBytes = 512 * 1024
/** Answers that mean the content: malformed, too large, not processable. */
const rejections = [400, 413, 422]

/** Sends to recipients over HTTP, TCP and UDP, by the rules of all outgoing calls. */
export function createDrainSender({
  httpClient,
  allowed,
  authorities,
}: DrainSenderOptions): DrainSender {
  const lookup = lookupAllowed(allowed, createNameResolver())
  // Created once, on demand.
  let context: SecureContext | undefined
  const trust = () => {
    context ??= trustIn(authorities)
    return context
  }

  const objectionTo = (recipient: Recipient) =>
    isSyslog(recipient)
      ? objectionToSocket(recipient.url, transportOf(recipient), allowed)
      : httpClient.objectionTo(recipient.url)

  const sendSyslog = async (
    recipient: SyslogRecipient,
    messages: readonly DrainMessage[],
    signal: AbortSignal,
  ): Promise<SendResult> => {
    const transport = transportOf(recipient)
    const target = socketTarget(recipient.url, transport)
    const objection = objectionTo(recipient)
    if (!target || objection !== undefined) return failed(objection ?? 'The URL is malformed.')
    const elements = elementsOf(recipient.structuredData)
    const texts = messages.map((message) => syslogMessage(message, elements))
    const host = `${target.host}:${target.port}`
    try {
      if (transport === 'udp') {
        const datagrams = texts.map((text) => truncated(text, maxDatagram))
        await sendUdp(target, lookup, datagrams, signal)
        return sent(datagrams)
      }
      const frames = texts.map(framed)
      await sendTcp({ target, lookup, trust }, Buffer.concat(frames), signal)
      return sent(frames)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const reason = reasonOf(error, timeout)
      const isSilent = reason !== undefined
      return failed(isSilent ? `${host} is not reached (${reason}).` : sentenceFor(error, { host }))
    }
  }

  return {
    objectionTo,
    async send(recipient, messages, signal) {
      if (isSyslog(recipient)) return sendSyslog(recipient, messages, signal)
      const request = drainRequest(recipient, messages)
      const { status, text, failure } = await httpClient.post(
        { ...request, maxAnswerBytes },
        signal,
      )
      const bytes = Buffer.byteLength(request.text)
      if (failure === '' && recipient.type === 'ELASTICSEARCH') {
        return { ...bulkFailure(text), bytes }
      }
      return { failure, isRejected: rejections.includes(status ?? 0), bytes }
    },
  }
}

const failed = (failure: string): SendResult => ({ failure, isRejected: false, bytes: 0 })

const sent = (parts: readonly Buffer[]): SendResult => ({
  failure: '',
  isRejected: false,
  bytes: parts.reduce((sum, { length }) => sum + length, 0),
})
