import { newId } from '#kit/text/ids.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { AddonId, OwnerId } from '#platform/model/ids.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'

/** What is used: an application's instances or builds of one size, or an add-on in one plan. */
export interface DiaryEntry {
  kind: UsageInterval['kind']
  ownerId: OwnerId
  resourceId: UsageInterval['resourceId']
  flavorOrPlan: string
  providerId?: string
  planPrice?: string
}

/** What a test itself knows to have been used: the platform's meters are compared with it. */
export class Diary {
  readonly #intervals: UsageInterval[] = []
  readonly #consumptions: Consumption[] = []

  /** From now on this resource uses so many of these, and nothing else of this kind. */
  use(entry: DiaryEntry, at: number, count = 1): void {
    this.end(entry, at)
    for (let left = count; left > 0; left--) {
      this.#intervals.push({
        providerId: null,
        planPrice: null,
        previewOf: null,
        ...entry,
        id: newId('usage'),
        resourceName: '',
        meterId: '',
        zone: 'par',
        planId: null,
        from: at,
        until: null,
      })
    }
  }

  end({ kind, resourceId }: Pick<DiaryEntry, 'kind' | 'resourceId'>, at: number): void {
    for (const [index, interval] of this.#intervals.entries()) {
      const isMeant = interval.kind === kind && interval.resourceId === resourceId
      if (isMeant && interval.until === null) this.#intervals[index] = { ...interval, until: at }
    }
  }

  consume(ownerId: OwnerId, addonId: AddonId, cost: string, createdAt: number): void {
    this.#consumptions.push({
      id: newId('consumption'),
      addonId,
      ownerId,
      providerId: '',
      addonName: '',
      zone: 'par',
      cost,
      state: 'accepted',
      createdAt,
    })
  }

  of(owner: OwnerId): { intervals: UsageInterval[]; consumptions: Consumption[] } {
    return {
      intervals: this.#intervals.filter(({ ownerId }) => ownerId === owner),
      consumptions: this.#consumptions.filter(({ ownerId }) => ownerId === owner),
    }
  }
}
