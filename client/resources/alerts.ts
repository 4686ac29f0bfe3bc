import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { AlertKindName } from '#protocol/alerts.ts'

/** An alert by threshold. */
export interface Alert {
  id: string
  ownerId: string
  kind: AlertKindName
  threshold: number
  unit: '%' | 'ms' | 'days'
  minutes: number
  /** Application or add-on; null for all of the owner. */
  resourceId: string | null
  /** Ids of webhooks and e-mail notifications; null for those whose events it is among. */
  targets: string[] | null
  state: 'ok' | 'active'
  active: { resourceId: string; name: string; since: string; value: number }[]
  createdAt: string
}

export interface AlertChange {
  threshold: number
  minutes?: number | undefined
  targets?: string[] | undefined
}

export interface NewAlert extends AlertChange {
  kind: AlertKindName
  resourceId?: string | undefined
}

export const alerts = ({ ask }: Connection) => ({
  list: (ownerId: string) =>
    ask<Alert[]>({ method: 'GET', path: path`/v4/berth/organisations/${ownerId}/alerts` }),
  add: (ownerId: string, body: NewAlert) =>
    ask<Alert>({ method: 'POST', path: path`/v4/berth/organisations/${ownerId}/alerts`, body }),
  change: (ownerId: string, id: string, body: AlertChange) =>
    ask<Alert>({
      method: 'PUT',
      path: path`/v4/berth/organisations/${ownerId}/alerts/${id}`,
      body,
    }),
  remove: (ownerId: string, id: string) =>
    ask<Message>({
      method: 'DELETE',
      path: path`/v4/berth/organisations/${ownerId}/alerts/${id}`,
    }),
})
