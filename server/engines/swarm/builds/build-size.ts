import type { RoomLimits } from '#engines/process/limits/disk-shares.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { BuildContainer } from './build-container.ts'

/** Docker walks all files to measure a container, so not more often. */
const interval = 5000

/** Ends a build that writes more than it may. Files of the package managers' cache are not counted. */
export function watchSize(
  container: Pick<BuildContainer, 'size'>,
  { bytes }: RoomLimits,
  large: AbortController,
): Disposable {
  const look = async () => {
    const size = await container.size().catch(() => 0)
    if (size <= bytes) return
    const limit = Math.round(bytes / 1024 / 1024)
    large.abort(
      new Failure('build', `The build took more room on disk than the ${limit} MB it may.`, [
        'Install or write less, or ask the operator for more (BERTH_BUILD_DISK_LIMIT).',
      ]),
    )
  }
  const timer = setInterval(() => void look(), interval).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}
