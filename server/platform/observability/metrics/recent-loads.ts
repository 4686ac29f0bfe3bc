import type { ApplicationId } from '#platform/model/ids.ts'
import type { InstanceLoad } from '#platform/model/observability/metrics.ts'

/** Samples are kept in memory for ten minutes, which autoscaling looks back at. */
const maxAge = 600_000
/** Most samples per instance: more than one in ten seconds are taken when autoscaling looks more often. */
const maxLoads = 600

/** The last samples of running instances, in memory. */
export class RecentLoads {
  readonly #loads = new Map<ApplicationId, InstanceLoad[]>()

  /** Adds the loads of one tick of an application. */
  add(applicationId: ApplicationId, loads: readonly InstanceLoad[]): void {
    const kept = this.#loads.get(applicationId) ?? []
    kept.push(...loads)
    const newest = kept.at(-1)?.at ?? 0
    const recent = kept.findIndex(({ at }) => at > newest - maxAge)
    kept.splice(0, Math.max(recent, kept.length - maxLoads * Math.max(1, loads.length)))
    this.#loads.set(applicationId, kept)
  }

  /** Forgets applications of which nothing runs any more. */
  keepOnly(running: ReadonlySet<ApplicationId>): void {
    for (const id of this.#loads.keys()) if (!running.has(id)) this.#loads.delete(id)
  }

  /** Loads that ended after a moment, newest last. */
  since(applicationId: ApplicationId, since: number): InstanceLoad[] {
    return (this.#loads.get(applicationId) ?? []).filter(({ at }) => at > since)
  }
}
