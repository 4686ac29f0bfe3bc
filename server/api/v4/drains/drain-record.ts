import type { drainAnswer } from '#api/answers/hosting/drains.ts'
import type { Infer } from '#kit/schema.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import {
  type Drain,
  executionStatusOf,
  maxAttempts,
  type Recipient,
} from '#platform/model/observability/drain.ts'
import { maskStructuredData } from '#platform/model/observability/syslog-elements.ts'
import type { Platform } from '#platform/platform.ts'

const mask = '********'

const iso = (date: number): string => new Date(date).toISOString()

/** A drain as the wire has it, with what waits for it. */
export async function drainToWire(
  platform: Pick<Platform, 'drainWorker'>,
  resource: Application | Addon,
  drain: Drain,
): Promise<Infer<typeof drainAnswer>> {
  const { id, kind, resourceId, ownerId } = drain
  const { messages, bytes } = platform.drainWorker.rateOf(id)
  return {
    id,
    tenantId: ownerId,
    // Add-ons are addressed by the provider's id there.
    resourceId: ('realId' in resource && resource.realId) || resourceId,
    kind,
    status: statusOf(drain, drain.state),
    execution: executionOf(drain),
    recipient: maskedRecipient(drain.recipient),
    backlog: {
      msgRateOut: messages,
      msgThroughputOut: bytes,
      msgBacklog: await platform.drainWorker.backlogOf(drain),
    },
  }
}

/** The last state of a drain that is removed now. */
export const removedStatus = (drain: Drain, date: number) =>
  statusOf({ ...drain, stateAt: date }, 'DELETED')

const statusOf = (
  { id, statusId, stateAt, stateBy }: Drain,
  status: 'ENABLED' | 'DISABLED' | 'DELETED',
) => ({
  id: statusId,
  drainId: id,
  status,
  date: iso(stateAt),
  ...(stateBy !== '' && { authorId: stateBy }),
})

function executionOf(drain: Drain): Infer<typeof drainAnswer>['execution'] {
  const { attempts, attemptedAt, dueAt, failingSince, lastError } = drain
  return {
    status: executionStatusOf(drain),
    ...(attempts > 0 && { attempt: attempts, maxAttempt: maxAttempts }),
    ...(attemptedAt !== null && { lastAttemptAt: iso(attemptedAt) }),
    ...(dueAt !== null && { nextAttemptAt: iso(dueAt) }),
    ...(failingSince !== null && { retryingSince: iso(failingSince) }),
    ...(lastError !== '' && { lastError }),
  }
}

/** The recipient without its secrets. */
function maskedRecipient(recipient: Recipient): Infer<typeof drainAnswer>['recipient'] {
  const { type, url } = recipient
  switch (recipient.type) {
    case 'RAW_HTTP':
      return { type, url, ...maskedCredentials(recipient) }
    case 'ELASTICSEARCH':
      return {
        type,
        url,
        index: recipient.index,
        tlsVerification: 'DEFAULT',
        ...maskedCredentials(recipient),
      }
    case 'DATADOG':
      return { type, url, ...(recipient.apiKey !== undefined && { apiKey: mask }) }
    case 'NEWRELIC':
      return { type, url, apiKey: mask }
    case 'BETTERSTACK':
      return { type, url, sourceToken: mask }
    case 'SYSLOG_TCP':
    case 'SYSLOG_UDP':
    case 'OVH_TCP': {
      const { structuredData } = recipient
      if (structuredData === undefined) return { type, url }
      return {
        type,
        url,
        rfc5424StructuredDataParameters: maskStructuredData(structuredData, mask),
      }
    }
  }
}

const maskedCredentials = ({ username, password }: { username?: string; password?: string }) => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password: mask }),
})
