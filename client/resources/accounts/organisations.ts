import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

export interface Organisation {
  id: string
  name: string
  description: string | null
  billingEmail: string
  address: string
  city: string
  zipcode: string
  /** In capitals, such as `FRANCE`. */
  country: string
  company: string
  VAT: string
  /** URL of the picture; empty without one. */
  avatar: string
}

/** Fields of an organisation that can be set; the country by code or name. */
export type OrganisationInput = Partial<Omit<Organisation, 'id' | 'avatar'>>

export const organisations = ({ ask }: Connection) => ({
  /** Organisations of the user, including the personal space. */
  list: () => ask<Organisation[]>({ method: 'GET', path: '/v2/organisations' }),

  get: (id: string) => ask<Organisation>({ method: 'GET', path: path`/v2/organisations/${id}` }),

  create: (input: OrganisationInput & { name: string }) =>
    ask<Organisation>({ method: 'POST', path: '/v2/organisations', body: input }),

  /** Changes only the given fields. */
  change: (id: string, input: OrganisationInput) =>
    ask<Organisation>({ method: 'PUT', path: path`/v2/organisations/${id}`, body: input }),

  delete: (id: string) => ask<Message>({ method: 'DELETE', path: path`/v2/organisations/${id}` }),

  /** A PNG, JPEG, GIF or WebP of at most 1 MB. */
  setAvatar: (id: string, picture: Uint8Array<ArrayBuffer>) =>
    ask<{ url: string }>({
      method: 'PUT',
      path: path`/v2/organisations/${id}/avatar`,
      bytes: picture,
    }),

  deleteAvatar: (id: string) =>
    ask<Message>({ method: 'DELETE', path: path`/v2/organisations/${id}/avatar` }),
})
