import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'

export type DrainType =
  | 'BETTERSTACK'
  | 'DATADOG'
  | 'ELASTICSEARCH'
  | 'NEWRELIC'
  | 'OVH_TCP'
  | 'RAW_HTTP'
  | 'SYSLOG_TCP'
  | 'SYSLOG_UDP'

export type DrainKind = 'LOG' | 'ACCESSLOG' | 'AUDITLOG'

/** Where a drain sends lines; in answers the secrets are masked. */
export interface DrainRecipient {
  type: DrainType
  url: string
  index?: string | undefined
  username?: string | undefined
  password?: string | undefined
  apiKey?: string | undefined
  sourceToken?: string | undefined
  rfc5424StructuredDataParameters?: string | undefined
}

export interface NewDrain {
  kind: DrainKind
  recipient: DrainRecipient
}

export interface Drain extends NewDrain {
  id: string
  tenantId: string
  resourceId: string
  status: {
    id: string
    drainId: string
    status: 'ENABLED' | 'DISABLED' | 'DELETED'
    date: string
    authorId?: string
  }
  execution: {
    status: 'RUNNING' | 'RETRYING' | 'NOT_RUNNING'
    attempt?: number
    maxAttempt?: number
    lastAttemptAt?: string
    nextAttemptAt?: string
    retryingSince?: string
    lastError?: string
  }
  /** Rates are per second. */
  backlog: { msgRateOut: number; msgThroughputOut: number; msgBacklog: number }
}

/** Result of a check. */
export interface DrainCheck {
  ok: boolean
  message: string
}

/** An application by its id, or an add-on by either of its ids. */
interface Resource {
  ownerId: string
  id: string
}

export const drains = ({ ask }: Connection) => {
  const all = ({ ownerId, id }: Resource) =>
    path`/v4/drains/organisations/${ownerId}/resources/${id}/drains`
  const one = (resource: Resource, drainId: string) => all(resource) + path`/${drainId}`
  return {
    list: (resource: Resource) => ask<Drain[]>({ method: 'GET', path: all(resource) }),
    get: (resource: Resource, id: string) => ask<Drain>({ method: 'GET', path: one(resource, id) }),
    create: (resource: Resource, body: NewDrain) =>
      ask<Drain>({ method: 'POST', path: all(resource), body }),
    remove: (resource: Resource, id: string) =>
      ask<Drain>({ method: 'DELETE', path: one(resource, id) }),
    enable: (resource: Resource, id: string) =>
      ask<Drain>({ method: 'PUT', path: `${one(resource, id)}/enable` }),
    disable: (resource: Resource, id: string) =>
      ask<Drain>({ method: 'PUT', path: `${one(resource, id)}/disable` }),
    /** Sends a test line. */
    check: (resource: Resource, id: string) =>
      ask<DrainCheck>({ method: 'POST', path: `${one(resource, id)}/check` }),
  }
}
