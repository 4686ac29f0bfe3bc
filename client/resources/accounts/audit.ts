import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'

/** An audit entry: actor, action, target, address and credential. */
export interface AuditRecord {
  id: string
  /** ISO 8601. */
  date: string
  /** Object and verb, such as `application.create`. */
  action: string
  /** Ids and names of the affected objects. */
  target: string
  outcome: 'begun' | 'done' | 'refused' | 'failed'
  /** E-mail and name are empty after the account is deleted, all are where the platform acts for a connected repository. */
  user: { id: string; email: string; name: string }
  /** `access token`, `api token`, `ssh key`, `session`, `password` or `connected repository`, for example. */
  credential: string
  /** Of a connected repository its URL. */
  credentialId: string
  /** OAuth consumer that acted for the user. */
  consumer: { key: string; name: string } | null
  /** IP address of the caller. */
  from: string
}

export interface AuditFilter {
  limit?: number | undefined
  /** Id of the last entry already read. */
  before?: string | undefined
  action?: string | undefined
  userId?: string | undefined
  /** Any e-mail address of a user. */
  email?: string | undefined
}

/** An audit entry with the names of those of its targets that still exist, and its commit in words. */
export interface NamedAuditRecord extends AuditRecord {
  targets: { id: string; kind: TargetKind; name: string }[]
  /** That was deployed from a connected repository, with its page at the host. */
  commit: { author: string; message: string; url: string | null } | null
}

export type TargetKind =
  | 'application'
  | 'addon'
  | 'provider'
  | 'plan'
  | 'consumer'
  | 'member'
  | 'invitation'
  | 'organisation'

export const audit = ({ ask }: Connection) => ({
  /** As `list`, with the names of targets. */
  listNamed: (ownerId: string, filter: AuditFilter = {}) =>
    ask<NamedAuditRecord[]>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/audit`,
      query: { ...filter },
    }),

  /** Audit entries of an organisation or of the user, newest first. */
  list: (ownerId: string, filter: AuditFilter = {}) =>
    ask<AuditRecord[]>({
      method: 'GET',
      path: path`/v2/organisations/${ownerId}/audit`,
      query: { ...filter },
    }),
})
