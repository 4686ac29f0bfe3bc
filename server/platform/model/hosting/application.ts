import type { ApplicationId, DeploymentId, OwnerId } from '#platform/model/ids.ts'
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
  /** Instances that run, or will from the next start on; within the bounds above, which autoscaling stays in. */
  currentInstances: number
  /** Flavor of these instances, likewise. */
  currentFlavor: string
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
  /** For the owner's own order. */
  tags: readonly string[]
  /** The application that this is a preview of. */
  previewOf: ApplicationId | null
  createdAt: number
  /** Desired state set by the owner; `gone` once deletion has begun. */
  wanted: 'up' | 'down' | 'gone'
  /** Stopped by the platform, because its owner has not paid; `wanted` stays for the return. */
  suspended: boolean
  /** Milliseconds without a visitor after which it falls asleep; `null` for never. */
  sleepTimeout: number | null
  /** When it fell asleep: nothing runs until a visitor comes, and `wanted` stays `up`. `null` while it is awake. */
  asleepSince: number | null
  /** When somebody wanted it awake again; it is asleep until its first instance serves. */
  wakeRequestedAt: number | null
  /** Deployment whose release serves visitors; `null` before the first. */
  liveDeploymentId: DeploymentId | null
  /** The commit of that release. */
  commit: string | null
}

/** Whether instances of its live release are to run: those of a sleeping application are not, until it is woken. */
export const isWantedUp = ({
  wanted,
  suspended,
  asleepSince,
  wakeRequestedAt,
}: Pick<Application, 'wanted' | 'suspended' | 'asleepSince' | 'wakeRequestedAt'>): boolean =>
  wanted === 'up' && !suspended && (asleepSince === null || wakeRequestedAt !== null)

/** What changes when it falls asleep or is woken. */
export type SleepChange = Partial<
  Pick<Application, 'sleepTimeout' | 'asleepSince' | 'wakeRequestedAt'>
>

/** Number and flavor of the instances that run. */
export type Scale = Pick<Application, 'currentInstances' | 'currentFlavor'>

/** Bounds of the scale, set by the owner; between two different ones the platform scales by itself. */
export type ScaleBounds = Pick<
  Application,
  'minInstances' | 'maxInstances' | 'minFlavor' | 'maxFlavor'
>

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
    | 'tags'
  >
>
