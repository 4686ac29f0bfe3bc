import type {
  AddonId,
  ApplicationId,
  ConsumptionId,
  OwnerId,
  PlanId,
  PlanSwitchId,
  RealId,
  UserId,
} from '#platform/model/ids.ts'
import type { ProviderEnvironment } from './provider.ts'

/**
 * States of an add-on.
 *
 *   ordering    the order is being sent to the provider
 *   uncertain   the provider's response was lost and it may have provisioned; retried with the same id
 *   pending     the provider answered 202 and calls back once it is provisioned
 *   ready       provisioned
 *   suspended   provisioned, with access blocked by the provider
 *   deleting    being deprovisioned at the provider
 */
export type AddonState = 'ordering' | 'uncertain' | 'pending' | 'ready' | 'suspended' | 'deleting'

/** What is known of an add-on in every state. */
export interface AddonFacts {
  /** Our id: `addon_` and a UUID. */
  readonly id: AddonId
  readonly ownerId: OwnerId
  readonly providerId: string
  readonly planId: PlanId
  readonly zone: string
  readonly name: string
  readonly options: Readonly<Record<string, string>>
  /** Variables for linked applications; encrypted at rest. */
  readonly config: Readonly<Record<string, string>>
  /** The provider's message from provisioning or the last plan change. */
  readonly message: string
  /** One sentence for the owner about a problem, or empty. */
  readonly trouble: string
  /** The user who ordered it. */
  readonly orderedBy: UserId
  /** Token with which the provider sends logs of the add-on; encrypted at rest. */
  readonly logToken: string
  /** Provider environment (production or test) that the add-on was provisioned in. */
  readonly surroundings: ProviderEnvironment
  readonly createdAt: number
  /** Number of calls to the provider in this state. */
  readonly attempts: number
  readonly tags: readonly string[]
  /** The application whose preview it was ordered for. */
  readonly previewOf: ApplicationId | null
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

/** A link through which an application gets the variables of an add-on. */
export interface Link {
  addonId: AddonId
  applicationId: ApplicationId
  createdAt: number
}

/** A plan change of an add-on; `migration` on the wire. */
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

/** Amount that a provider charges for the use of an add-on. */
export interface Consumption {
  id: ConsumptionId
  addonId: AddonId
  ownerId: OwnerId
  providerId: string
  /** Copied, because the charge outlives the add-on. */
  addonName: string
  zone: string
  /** In euros, as an exact decimal. */
  cost: string
  /** `held` until the operator has decided about an implausible amount. */
  state: 'accepted' | 'held' | 'rejected'
  createdAt: number
}
