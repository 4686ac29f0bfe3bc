import type { ApplicationId, DeploymentId, OwnerId } from '#platform/ids.ts'
/** What a customer deploys. */
export interface Application {
  id: ApplicationId
  ownerId: OwnerId
  /** Counts the applications of this platform from 1; the engine derives a system user from it. */
  number: number
  name: string
  description: string
  /** Which runtime it wants (`node`). */
  type: string
  zone: string
  /** The branch whose pushes deploy. */
  branch: string
  minFlavor: string
  maxFlavor: string
  buildFlavor: string
  minInstances: number
  maxInstances: number
  separateBuild: boolean
  stickySessions: boolean
  /** Old instances stop before new ones start. */
  homogeneous: boolean
  /** A push cancels a running deployment instead of waiting for it. */
  cancelOnPush: boolean
  forceHttps: boolean
  favourite: boolean
  /** Its command is run once at each deployment, and nothing serves visitors; `CC_TASK` wins. */
  isTask: boolean
  archived: boolean
  createdAt: number
  /** Whether its owner wants it to run; `gone` once its deletion has begun. */
  wanted: 'up' | 'down' | 'gone'
  /** The deployment whose release serves the visitors, or `null` before the first. */
  liveDeploymentId: DeploymentId | null
  /** The commit of that release. */
  commit: string | null
}

/** What its owner may change. */
export type ApplicationChange = Partial<
  Pick<
    Application,
    | 'name'
    | 'description'
    | 'branch'
    | 'minFlavor'
    | 'maxFlavor'
    | 'buildFlavor'
    | 'minInstances'
    | 'maxInstances'
    | 'separateBuild'
    | 'stickySessions'
    | 'homogeneous'
    | 'cancelOnPush'
    | 'forceHttps'
    | 'favourite'
    | 'archived'
    | 'isTask'
  >
>
