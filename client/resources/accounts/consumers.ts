import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

/** A third-party program registered for OAuth 1. */
export interface Consumer {
  key: string
  name: string
  description: string
  url: string
  picture: string
  /** Callbacks must have the host of this URL. */
  baseUrl: string
  /** Upper bound of the rights that a user can grant, by name. */
  rights: Record<string, boolean>
}

export type ConsumerInput = Omit<Consumer, 'key'>

export const consumers = ({ ask }: Connection) => ({
  list: (ownerId: string) =>
    ask<Consumer[]>({ method: 'GET', path: path`/v2/organisations/${ownerId}/consumers` }),

  get: (ownerId: string, key: string) =>
    ask<Consumer>({ method: 'GET', path: path`/v2/organisations/${ownerId}/consumers/${key}` }),

  secret: (ownerId: string, key: string) =>
    ask<{ secret: string }>({
      method: 'GET',
      path: path`/v2/organisations/${ownerId}/consumers/${key}/secret`,
    }),

  /** Replaces the secret; the old one signs nothing any more. */
  rotateSecret: (ownerId: string, key: string) =>
    ask<{ secret: string }>({
      method: 'POST',
      path: path`/v4/berth/organisations/${ownerId}/consumers/${key}/secret`,
    }),

  create: (ownerId: string, body: ConsumerInput) =>
    ask<Consumer>({ method: 'POST', path: path`/v2/organisations/${ownerId}/consumers`, body }),

  change: (ownerId: string, key: string, body: Partial<ConsumerInput>) =>
    ask<Consumer>({
      method: 'PUT',
      path: path`/v2/organisations/${ownerId}/consumers/${key}`,
      body,
    }),

  delete: (ownerId: string, key: string) =>
    ask<Message>({ method: 'DELETE', path: path`/v2/organisations/${ownerId}/consumers/${key}` }),

  /** Names of all rights. */
  rights: () => ask<string[]>({ method: 'GET', path: '/v2/oauth/rights' }),
})
