import { join } from 'node:path'
import { monotonicClock } from '#kit/concurrency/clock.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { DiskUsage } from '#platform/model/quotas.ts'
import type { Store } from '#platform/model/store.ts'

const keptFor = 60_000
const maxKept = 10_000

/** Measures the folders of the applications of a quota account. An artifact never changes, so each is measured once. */
export function createDiskUsage({ store, data }: { store: Store; data: string }): DiskUsage {
  const measured = new Map<string, { bytes: Promise<number>; until: number }>()
  const remember = (key: string, duration: number, measure: () => Promise<number>) => {
    const known = measured.get(key)
    if (known && known.until > monotonicClock()) return known.bytes
    const bytes = measure()
    bytes.catch(() => measured.delete(key))
    if (measured.size >= maxKept) measured.clear()
    measured.set(key, { bytes, until: monotonicClock() + duration })
    return bytes
  }
  const sizeOf = async (roots: string[]) => (await measureTrees(roots)).bytes

  async function measureApplication(id: ApplicationId): Promise<number> {
    const instances = await store.instances.listOf(id)
    const releases = await store.releases.listOf(id)
    const changing = [
      join(data, 'repositories', `${id}.git`),
      join(data, 'logs', id),
      join(data, 'engine/caches', id),
      join(data, 'engine/build-caches', id),
      join(data, 'engine/downloads', id),
      join(data, 'engine/downloads', `${id}-private`),
      join(data, 'engine/installations', id),
      ...instances.map((instance) => join(data, 'engine/instances', instance.id)),
    ]
    const artifacts = new Set(releases.map(({ artifact }) => artifact.id))
    const sizes = [...artifacts].map((artifact) =>
      remember(artifact, Number.POSITIVE_INFINITY, () =>
        sizeOf([join(data, 'engine/artifacts', artifact)]),
      ),
    )
    // A tree counts for each application that uses it, because it stays as long as one does.
    const names = new Set(releases.flatMap(({ artifact }) => treeOf(artifact.handle) ?? []))
    const trees = [...names].map((name) =>
      remember(name, Number.POSITIVE_INFINITY, () => sizeOf([join(data, 'engine/trees', name)])),
    )
    return (await Promise.all([sizeOf(changing), ...sizes, ...trees])).reduce(
      (sum, size) => sum + size,
      0,
    )
  }

  return {
    of: (accountId) =>
      remember(accountId, keptFor, async () => {
        let total = 0
        for (const { id } of await store.applications.listOfQuotaAccount(accountId)) {
          total += await measureApplication(id)
        }
        return total
      }),
  }
}

/** Dependency tree of an artifact. */
const treeOf = (handle: unknown): string | undefined =>
  (handle as { tree?: { name: string } } | undefined)?.tree?.name
