import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { ApplicationAddress } from './applications/application-address.ts'

export type PreviewStatus =
  | 'awaiting-approval'
  | 'creating'
  | 'awaiting-push'
  | 'deploying'
  | 'ready'
  | 'failed'
  | 'removing'

/** A preview of an application; dates are ISO 8601. */
export interface Preview {
  id: string
  parentId: string
  /** `null` before it was made. */
  applicationId: string | null
  source: {
    kind: 'branch' | 'pull-request'
    branch: string
    number: number | null
    title: string | null
    url: string | null
    author: string | null
    isFork: boolean
  }
  status: PreviewStatus
  /** Why it has failed, or what it waits for; empty for nothing. */
  lastError: string
  url: string | null
  /** Where it is pushed to, when its parent is not connected to a repository. */
  deployUrl: string | null
  commit: { id: string; author: string | null; message: string | null; date: string | null } | null
  deployment: { id: string; number: number; state: string; failure: string | null } | null
  isIsolated: boolean
  addons: readonly string[]
  createdBy: string
  approvedBy: string | null
  /** The commit that waits for an approval, beside the one that runs. */
  awaitedCommit: string | null
  trustsUpdates: boolean
  createdAt: string
  updatedAt: string
  lastVisitAt: string
}

/** How previews are made. Times are in seconds, 0 for never. */
export interface PreviewSettings {
  isEnabled: boolean
  pullRequests: boolean
  maxPreviews: number
  idleTimeout: number
  sleepTimeout: number
  /** Empty: that of the application, and at most XS. */
  flavor: string
  runsCrons: boolean
  variables: Readonly<Record<string, string>>
  isolatedVariables: Readonly<Record<string, string>>
  /** By add-on of the application. */
  addons: Readonly<
    Record<
      string,
      { kind: 'plan' | 'backup' | 'none'; backupId: string | null; planId: string | null }
    >
  >
  hasPassword: boolean
}

/** What previews get in place of a linked add-on; `backupId` is an id or `latest`. */
export type PreviewAddonRule =
  | { kind: 'plan'; planId?: string | undefined }
  | { kind: 'backup'; backupId: string; planId?: string | undefined }
  | { kind: 'none' }

/** What is absent stays. */
export type PreviewSettingsChange = {
  [Name in keyof Omit<PreviewSettings, 'hasPassword' | 'addons'>]?:
    | PreviewSettings[Name]
    | undefined
} & {
  addons?: Readonly<Record<string, PreviewAddonRule>> | undefined
  /** Empty for none. */
  password?: string | undefined
}

const of = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}`

export const previews = ({ ask }: Connection) => ({
  /** Oldest first. */
  list: (application: ApplicationAddress) =>
    ask<Preview[]>({ method: 'GET', path: `${of(application)}/previews` }),
  get: (application: ApplicationAddress, id: string) =>
    ask<Preview>({ method: 'GET', path: of(application) + path`/previews/${id}` }),
  /** Creates the preview of a branch, or updates the one that there is. */
  create: (
    application: ApplicationAddress,
    wanted: { branch: string; commit?: string | undefined; isIsolated?: boolean | undefined },
  ) => ask<Preview>({ method: 'POST', path: `${of(application)}/previews`, body: wanted }),
  update: (application: ApplicationAddress, id: string, commit?: string) =>
    ask<Preview>({
      method: 'POST',
      path: of(application) + path`/previews/${id}/update`,
      body: { commit },
    }),
  /** Approves the commit that was looked at; absent, whatever waits. */
  approve: (
    application: ApplicationAddress,
    id: string,
    approval: { commit?: string | undefined; trustsUpdates?: boolean | undefined } = {},
  ) =>
    ask<Preview>({
      method: 'POST',
      path: of(application) + path`/previews/${id}/approve`,
      body: approval,
    }),
  remove: (application: ApplicationAddress, id: string) =>
    ask<Message>({ method: 'DELETE', path: of(application) + path`/previews/${id}` }),
  settings: (application: ApplicationAddress) =>
    ask<PreviewSettings>({ method: 'GET', path: `${of(application)}/preview-settings` }),
  changeSettings: (application: ApplicationAddress, change: PreviewSettingsChange) =>
    ask<PreviewSettings>({
      method: 'PUT',
      path: `${of(application)}/preview-settings`,
      body: change,
    }),
})
