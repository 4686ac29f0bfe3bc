import type { Connection } from './connection.ts'
import { path } from './path.ts'

export interface Organisation {
  id: string
  name: string
  description: string | null
}

export const organisations = ({ ask }: Connection) => ({
  /** The organisations of the user, the personal space among them. */
  list: () => ask<Organisation[]>({ method: 'GET', path: '/v2/organisations' }),

  get: (id: string) => ask<Organisation>({ method: 'GET', path: path`/v2/organisations/${id}` }),
})
