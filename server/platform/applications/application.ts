import type { ApplicationId, DeploymentId, OwnerId } from '#platform/ids.ts'
/** What a customer deploys. */
export interface Application {
  id: ApplicationId
  ownerId: OwnerId
  /** Sequence number from 1; the engine derives a system user from it. */
  number: number
  name: string
  description: string
  /** Type, which selects the runtime (`node`). */
  type: string
  zone: string
  /** Branch that deploys when pushed. */
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
  /** Run the command once per deployment, without serving visitors; `CC_TASK` takes precedence. */
  isTask: boolean
  archived: boolean
  createdAt: number
  /** Desired state set by the owner; `gone` once deletion has begun. */
  wanted: 'up' | 'down' | 'gone'
  /** Deployment whose release serves visitors; `null` before the first. */
  liveDeploymentId: DeploymentId | null
  /** The commit of that release. */
  commit: string | null
}

/** Fields that the owner may change. */
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
