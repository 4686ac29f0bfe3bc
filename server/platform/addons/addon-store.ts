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
} from '#platform/ids.ts'
import type { Delivery } from '#platform/providers/calls/delivery.ts'
import type { Feature, Plan, PlanChange } from '#platform/providers/plans/plan.ts'
import type { Provider, ProviderChange, Surroundings } from '#platform/providers/provider.ts'
import type { Addon, AddonState, Consumption, Link, PlanSwitch } from './addon.ts'
import type { AddonChange } from './addon-changes.ts'

export interface Providers {
  /** False, and nothing is written, when there is one of this id. */
  add(provider: Provider): Promise<boolean>
  find(id: string): Promise<Provider | undefined>
  listOf(ownerId: ProviderOwnerId): Promise<Provider[]>
  /** Those of every owner that counts for this quota account. */
  countOfQuotaAccount(accountId: OwnerId): Promise<number>
  listAll(): Promise<Provider[]>
  change(id: string, change: ProviderChange): Promise<void>
  /** Removes it with its plans, features and testers; there must be no add-on of it. */
  remove(id: string): Promise<void>
}

export interface Testers {
  /** Lets an organisation order from a provider that is not for everyone yet. */
  add(providerId: string, ownerId: OwnerId): Promise<void>
  remove(providerId: string, ownerId: OwnerId): Promise<void>
  listOf(providerId: string): Promise<OwnerId[]>
  /** The providers that an owner tests. */
  listBy(ownerId: OwnerId): Promise<string[]>
}

export interface Features {
  /** Adds it, or gives the one of this name another type. */
  put(feature: Feature): Promise<void>
  listOf(providerId: string): Promise<Feature[]>
  remove(providerId: string, name: string): Promise<boolean>
}

export interface Plans {
  /** False, and nothing is written, when the provider has a plan of this slug. */
  add(plan: Plan): Promise<boolean>
  find(id: PlanId): Promise<Plan | undefined>
  /** Cheapest first. */
  listOf(providerId: string): Promise<Plan[]>
  listAll(): Promise<Plan[]>
  change(id: PlanId, change: PlanChange): Promise<void>
  /** There must be no add-on of it. */
  remove(id: PlanId): Promise<void>
}

export interface Addons {
  add(addon: Addon): Promise<void>
  find(id: AddonId): Promise<Addon | undefined>
  /** The ids of a provider's test surroundings may be those of its production, so either may come without them. */
  findByRealId(
    providerId: string,
    realId: RealId,
    surroundings?: Surroundings,
  ): Promise<Addon | undefined>
  /** Oldest first, as are the others. */
  listOf(ownerId: OwnerId): Promise<Addon[]>
  /** Those of every owner that counts for this quota account. */
  countOfQuotaAccount(accountId: OwnerId): Promise<number>
  /** Those of the user and of every organisation they are a member of. */
  listSeenBy(userId: UserId): Promise<Addon[]>
  listOfProvider(
    providerId: string,
    page: { limit: number; offset: number; states?: readonly AddonState[] },
  ): Promise<Addon[]>
  /** Those that have it, or are on their way to it. */
  countOfPlan(planId: PlanId): Promise<number>
  countOfProvider(providerId: string): Promise<number>
  /** `false`, and nothing is written, unless it is in one of these states. */
  change<const State extends AddonState>(
    id: AddonId,
    from: readonly State[],
    change: AddonChange<State>,
  ): Promise<boolean>
  /** Those that are due by this date, the longest waiting first. */
  listDue(date: number): Promise<Pick<Addon, 'id' | 'providerId'>[]>
  /** When the next one is due. */
  nextDue(): Promise<number | undefined>
  remove(id: AddonId): Promise<void>
}

export interface Links {
  /** False when they were linked already. */
  add(link: Link): Promise<boolean>
  remove(addonId: AddonId, applicationId: ApplicationId): Promise<boolean>
  /** The add-ons of an application, oldest link first. */
  addonsOf(applicationId: ApplicationId): Promise<Addon[]>
  /** The ids of the applications of an add-on. */
  applicationsOf(addonId: AddonId): Promise<ApplicationId[]>
}

export interface Dependencies {
  /** False when it was there already. */
  add(applicationId: ApplicationId, dependencyId: ApplicationId): Promise<boolean>
  remove(applicationId: ApplicationId, dependencyId: ApplicationId): Promise<boolean>
  /** What an application depends on. */
  of(applicationId: ApplicationId): Promise<ApplicationId[]>
  /** What depends on an application. */
  dependentsOf(applicationId: ApplicationId): Promise<ApplicationId[]>
}

export interface PlanSwitches {
  add(planSwitch: PlanSwitch): Promise<void>
  find(id: PlanSwitchId): Promise<PlanSwitch | undefined>
  /** Newest first. */
  listOf(addonId: AddonId): Promise<PlanSwitch[]>
  /** Keeps what the provider says while it is under way. */
  note(id: PlanSwitchId, message: string): Promise<void>
  /** False, and nothing is written, when it has ended. */
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
  /** Keeps only the newest of a provider. */
  removeBeyond(providerId: string, maxCount: number): Promise<void>
}

export interface Consumptions {
  add(consumption: Consumption): Promise<void>
  listOf(ownerId: OwnerId, period: { from: number; to: number }): Promise<Consumption[]>
}
