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

/** What is known of an add-on in every state. */
export interface AddonFacts {
  /** `addon_` and a UUID: our name for it. */
  readonly id: AddonId
  readonly ownerId: OwnerId
  readonly providerId: string
  readonly planId: PlanId
  readonly zone: string
  readonly name: string
  readonly options: Readonly<Record<string, string>>
  /** The variables that it gives to linked applications; kept encrypted. */
  readonly config: Readonly<Record<string, string>>
  /** What the provider had to say when it was made, or when its plan changed last. */
  readonly message: string
  /** One sentence for its owner about what does not go on, or empty. */
  readonly trouble: string
  /** The user who ordered it. */
  readonly orderedBy: UserId
  /** What its logs are sent in with; kept encrypted. */
  readonly logToken: string
  /** Which of its provider's addresses it was made at, and is spoken about at. */
  readonly surroundings: Surroundings
  readonly createdAt: number
  /** How often the provider was asked in this state. */
  readonly attempts: number
  readonly tags: readonly string[]
}

/** The provider has not told yet what it made. */
export interface OrderedAddon extends AddonFacts {
  readonly state: 'ordering' | 'uncertain'
  readonly realId: null
  /** When the provider is asked again. */
  readonly dueAt: number
}

/** The provider has named it, and has not called back yet. */
export interface PendingAddon extends AddonFacts {
  readonly state: 'pending'
  readonly realId: RealId
  /** When its owner is told that it takes long, or null once that was done. */
  readonly dueAt: number | null
}

/** The provider has made it. */
export interface ProvidedAddon extends AddonFacts {
  readonly state: 'ready' | 'suspended'
  readonly realId: RealId
  /** When the provider is asked again for another plan, or null when no change of plan is under way. */
  readonly dueAt: number | null
}

export interface DeletingAddon extends AddonFacts {
  readonly state: 'deleting'
  /** Null when the order was never answered: then only one more order tells what there is to remove. */
  readonly realId: RealId | null
  /** When the provider is asked again to remove it. */
  readonly dueAt: number
}

/** An add-on whose provider has not named it yet, wanted or not. */
export type OpenAddon = OrderedAddon | (DeletingAddon & { readonly realId: null })

/** Something that an owner has ordered from a provider, as it is at one moment: `withChange` returns the next one. */
export type Addon = OrderedAddon | PendingAddon | ProvidedAddon | DeletingAddon

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
