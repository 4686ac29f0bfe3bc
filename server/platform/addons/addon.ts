import type {
  AddonId,
  ApplicationId,
  ConsumptionId,
  OwnerId,
  PlanId,
  PlanSwitchId,
  RealId,
  UserId,
} from '#platform/ids.ts'
import type { Surroundings } from '#platform/providers/provider.ts'

/**
 * Where an add-on is in its life.
 *
 *   ordering    the provider is being asked for it
 *   uncertain   the provider may have made it, but its answer was lost; it is asked again with the same id
 *   pending     the provider makes it, and calls back once it is there
 *   ready       it is there
 *   suspended   it is there, and the provider was told to let nobody in
 *   deleting    the provider is being asked to remove it
 */
export type AddonState = 'ordering' | 'uncertain' | 'pending' | 'ready' | 'suspended' | 'deleting'

/** Something that an owner has ordered from a provider. */
export interface Addon {
  /** `addon_` and a UUID: our name for it. */
  id: AddonId
  /** The provider's name for it, once it has answered. */
  realId: RealId | null
  ownerId: OwnerId
  providerId: string
  planId: PlanId
  zone: string
  name: string
  options: Readonly<Record<string, string>>
  /** The variables that it gives to linked applications; kept encrypted. */
  config: Readonly<Record<string, string>>
  state: AddonState
  /** What the provider had to say when it was made, or when its plan changed last. */
  message: string
  /** One sentence for its owner about what does not go on, or empty. */
  trouble: string
  /** The user who ordered it. */
  orderedBy: UserId
  /** What its logs are sent in with; kept encrypted. */
  logToken: string
  /** Which of its provider's addresses it was made at, and is spoken about at. */
  surroundings: Surroundings
  createdAt: number
  /** When the provider is to be asked again, or null when there is nothing to ask. */
  dueAt: number | null
  /** How often the provider was asked in this state. */
  attempts: number
  tags: readonly string[]
}

export type AddonChange = Partial<
  Omit<Addon, 'id' | 'ownerId' | 'providerId' | 'orderedBy' | 'surroundings' | 'createdAt'>
>

/** An application that gets the variables of an add-on. */
export interface Link {
  addonId: AddonId
  applicationId: ApplicationId
  createdAt: number
}

/** An add-on on its way to another plan; clients know it as a migration. */
export interface PlanSwitch {
  /** `migration_` and a UUID. */
  id: PlanSwitchId
  addonId: AddonId
  fromPlanId: PlanId
  toPlanId: PlanId
  state: 'RUNNING' | 'OK' | 'FAILED' | 'CANCELLED'
  requestedBy: UserId
  requestedAt: number
  endedAt: number | null
  message: string
}

/** What a provider charges for the use of an add-on. */
export interface Consumption {
  id: ConsumptionId
  addonId: AddonId
  ownerId: OwnerId
  providerId: string
  /** In euros. */
  cost: number
  createdAt: number
}
