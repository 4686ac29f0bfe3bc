import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { ApplicationAddress } from './application-address.ts'
import type { CommitSummary, ReleaseChanges } from './deployments.ts'
import type { Redeployment } from './instances.ts'

export interface Release {
  /** Number of the deployment that made it. */
  number: number
  deploymentId: string
  /** When it became live, in milliseconds since the epoch. */
  date: number
  commit: string
  /** An image by reference with its digest; `null` where the application was built. */
  image: string | null
  cause: string
  author: { id: string; name: string }
  /** `null` for a commit that was pushed to the platform. */
  commitSummary: CommitSummary | null
  state: 'LIVE' | 'KEPT' | 'ARTIFACT_GONE'
  /** The release of another application that was promoted; `null` where the artifact was built for this one. */
  origin: { applicationId: string; name: string; number: number } | null
  /** Since the release before; variables and fields of the recipe by name. */
  changes: ReleaseChanges
}

const pathOf = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}`

export const releases = ({ ask }: Connection) => ({
  /** Newest first. */
  list: (application: ApplicationAddress) =>
    ask<Release[]>({ method: 'GET', path: `${pathOf(application)}/releases` }),

  /** What differs between two releases that were live, by their numbers. */
  compare: (application: ApplicationAddress, from: number, to: number) =>
    ask<ReleaseChanges>({
      method: 'GET',
      path: `${pathOf(application)}/releases/changes`,
      query: { from, to },
    }),

  /** Starts a release again; default: the one before the live one. */
  rollback: (application: ApplicationAddress, number?: number) =>
    ask<Redeployment>({
      method: 'POST',
      path: `${pathOf(application)}/rollback`,
      query: { release: number },
    }),
})
