import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { ApplicationAddress } from './applications/application-address.ts'
import type { Redeployment } from './applications/instances.ts'

export interface NamedId {
  id: string
  name: string
}

/** What a promotion would deploy. */
export interface PromotionPlan {
  from: NamedId
  to: NamedId
  /** Number of the release. */
  release: number
  commit: string
  /** The commit that is live at the target; `null` before its first deployment. */
  liveCommit: string | null
  /** Names of variables with another value at the target than at the build. */
  variables: {
    /** Part of the artifact, so that a promotion needs `keepVariables`. */
    baked: string[]
    /** The build could read them. */
    readable: string[]
  }
}

export interface PromotionWays {
  /** The application that takes the releases of this one. */
  target: NamedId | null
  /** Those whose releases this one takes. */
  sources: NamedId[]
}

export interface PromotionRequest {
  /** Id of the application whose release it is. */
  from: string
  /** Number of the release; default: the live one. */
  release?: number | undefined
  keepVariables?: boolean | undefined
}

const pathOf = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}`

export const promotions = ({ ask }: Connection) => ({
  plan: (to: ApplicationAddress, { from, release }: PromotionRequest) =>
    ask<PromotionPlan>({
      method: 'GET',
      path: `${pathOf(to)}/promotions/plan`,
      query: { from, release },
    }),

  /** Deploys the artifact of a release of another application, without a build. */
  promote: (to: ApplicationAddress, body: PromotionRequest) =>
    ask<Redeployment>({ method: 'POST', path: `${pathOf(to)}/promotions`, body }),

  /** Where the releases of an application go, and whose it takes. */
  ways: (application: ApplicationAddress) =>
    ask<PromotionWays>({ method: 'GET', path: `${pathOf(application)}/promotion-target` }),

  setTarget: (application: ApplicationAddress, applicationId: string) =>
    ask({
      method: 'PUT',
      path: `${pathOf(application)}/promotion-target`,
      body: { applicationId },
    }),

  removeTarget: (application: ApplicationAddress) =>
    ask({ method: 'DELETE', path: `${pathOf(application)}/promotion-target` }),
})
