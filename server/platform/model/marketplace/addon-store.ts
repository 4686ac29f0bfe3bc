import type {
  AddonId,
  AddonReference,
  ApplicationId,
  DeliveryId,
  OwnerId,
  PlanId,
  PlanSwitchId,
  ProviderOwnerId,
  RealId,
  UserId,
} from '#platform/model/ids.ts'
import type { Addon, AddonState, Link, PlanSwitch } from './addon.ts'
import type { AddonChange } from './addon-changes.ts'
import type { Delivery } from './delivery.ts'
import type { Feature, Plan, PlanChange } from './plan.ts'
import type { Provider, ProviderChange, ProviderEnvironment } from './provider.ts'

export interface Providers {
  /** Returns `false`, without a write, when the id is taken. */
  add(provider: Provider): Promise<boolean>
  find(id: string): Promise<Provider | undefined>
  listOf(ownerId: ProviderOwnerId): Promise<Provider[]>
  /** Those of every owner that counts for this quota account. */
  countOfQuotaAccount(accountId: OwnerId): Promise<number>
  listAll(): Promise<Provider[]>
  change(id: string, change: ProviderChange): Promise<void>
  /** Removes the provider with its plans, features and testers; it must have no add-ons. */
  remove(id: string): Promise<void>
}

export interface Testers {
  /** Allows an organisation to order from a provider that is not generally available yet. */
  add(providerId: string, ownerId: OwnerId): Promise<void>
  remove(providerId: string, ownerId: OwnerId): Promise<void>
  listOf(providerId: string): Promise<OwnerId[]>
  /** Ids of the providers that an owner tests. */
  listBy(ownerId: OwnerId): Promise<string[]>
}

export interface Features {
  /** Inserts the feature, or changes the type of the one of this name. */
  put(feature: Feature): Promise<void>
  listOf(providerId: string): Promise<Feature[]>
  remove(providerId: string, name: string): Promise<boolean>
}

export interface Plans {
  /** Returns `false`, without a write, when the provider has a plan of this slug. */
  add(plan: Plan): Promise<boolean>
  find(id: PlanId): Promise<Plan | undefined>
  /** Sorted by price, cheapest first. */
  listOf(providerId: string): Promise<Plan[]>
  listAll(): Promise<Plan[]>
  change(id: PlanId, change: PlanChange): Promise<void>
  /** The plan must have no add-ons. */
  remove(id: PlanId): Promise<void>
}

export interface Addons {
  add(addon: Addon): Promise<void>
  find(id: AddonId): Promise<Addon | undefined>
  /** A provider's test and production environments may use the same ids, so `surroundings` may tell them apart. */
  findByRealId(
    providerId: string,
    realId: RealId,
    surroundings?: ProviderEnvironment,
  ): Promise<Addon | undefined>
  /** Oldest first, like the other lists. */
  listOf(ownerId: OwnerId): Promise<Addon[]>
  /** Those of every owner that counts for this quota account. */
  countOfQuotaAccount(accountId: OwnerId): Promise<number>
  /** Add-ons of the user and of all their organisations. */
  listSeenBy(userId: UserId): Promise<Addon[]>
  listOfProvider(
    providerId: string,
    page: { limit: number; offset: number; states?: readonly AddonState[] },
  ): Promise<Addon[]>
  /** Number of add-ons that have the plan or are changing to it. */
  countOfPlan(planId: PlanId): Promise<number>
  countOfProvider(providerId: string): Promise<number>
  /** Compare-and-set: `false`, without a write, unless the add-on is in one of these states. */
  change<const State extends AddonState>(
    id: AddonId,
    from: readonly State[],
    change: AddonChange<State>,
  ): Promise<boolean>
  /** Add-ons that have a due date, longest waiting first. */
  listScheduled(): Promise<(Pick<Addon, 'id' | 'providerId'> & { dueAt: number })[]>
  remove(id: AddonId): Promise<void>
}

export interface Links {
  /** Returns `false` when the link exists already. */
  add(link: Link): Promise<boolean>
  remove(addonId: AddonId, applicationId: ApplicationId): Promise<boolean>
  /** Add-ons linked to an application, oldest link first. */
  addonsOf(applicationId: ApplicationId): Promise<Addon[]>
  /** Links of all add-ons of an owner. */
  listOfOwner(ownerId: OwnerId): Promise<Link[]>
  /** Ids of the applications linked to an add-on. */
  applicationsOf(addonId: AddonId): Promise<ApplicationId[]>
}

export interface Dependencies {
  /** Returns `false` when the dependency exists already. */
  add(applicationId: ApplicationId, dependencyId: ApplicationId): Promise<boolean>
  remove(applicationId: ApplicationId, dependencyId: ApplicationId): Promise<boolean>
  /** Ids of an application's dependencies. */
  of(applicationId: ApplicationId): Promise<ApplicationId[]>
  /** Ids of the applications that depend on this one. */
  dependentsOf(applicationId: ApplicationId): Promise<ApplicationId[]>
}

export interface PlanSwitches {
  add(planSwitch: PlanSwitch): Promise<void>
  find(id: PlanSwitchId): Promise<PlanSwitch | undefined>
  /** Newest first. */
  listOf(addonId: AddonId): Promise<PlanSwitch[]>
  /** Stores the provider's message while the plan change is in progress. */
  note(id: PlanSwitchId, message: string): Promise<void>
  /** Returns `false`, without a write, when the plan change has already ended. */
  end(id: PlanSwitchId, ending: Pick<PlanSwitch, 'state' | 'endedAt' | 'message'>): Promise<boolean>
}

export interface Deliveries {
  add(delivery: Delivery): Promise<void>
  find(id: DeliveryId): Promise<Delivery | undefined>
  /** Newest first; `before` is the id of the last one already seen. */
  listOf(
    providerId: string,
    page: { limit: number; before?: DeliveryId; addonId?: AddonReference; failed?: boolean },
  ): Promise<Delivery[]>
  removeOlderThan(date: number): Promise<void>
  /** Removes all but the newest calls of a provider. */
  removeBeyond(providerId: string, maxCount: number): Promise<void>
}
