import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'

/** One action: who did what to what, from where, and with which credential. */
export interface AuditRecord {
  id: string
  /** ISO 8601. */
  date: string
  /** A thing and a verb, such as `application.create`. */
  action: string
  /** The ids and names of what it was done to. */
  target: string
  outcome: 'begun' | 'done' | 'refused' | 'failed'
  /** Address and name are empty once the account is gone. */
  user: { id: string; email: string; name: string }
  /** `access token`, `api token`, `ssh key`, `session` or `password`. */
  credential: string
  credentialId: string
  /** The program that acted for the user. */
  consumer: { key: string; name: string } | null
  /** The address that it came from. */
  from: string
}

export interface AuditFilter {
  limit?: number | undefined
  /** The id of the last record already seen. */
  before?: string | undefined
  action?: string | undefined
  userId?: string | undefined
  /** Any address of a user. */
  email?: string | undefined
}

export const audit = ({ ask }: Connection) => ({
  /** What was done to the things of an organisation or of the user; newest first. */
  list: (ownerId: string, filter: AuditFilter = {}) =>
    ask<AuditRecord[]>({
      method: 'GET',
      path: path`/v2/organisations/${ownerId}/audit`,
      query: { ...filter },
    }),
})
