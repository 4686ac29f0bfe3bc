import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import type { PreviewSettings } from '#platform/model/hosting/previews/preview-settings.ts'

const byLastVisit = (one: Preview, other: Preview) => one.lastVisitAt - other.lastVisitAt

/** The preview that has been idle the longest; none of those that are on their way out. */
export const leastRecentlyVisited = (previews: readonly Preview[]): Preview | undefined =>
  previews.filter(({ state }) => state !== 'removing').toSorted(byLastVisit)[0]

/**
 * What has to go before one more preview is added: nothing below the limit, else the one that has been idle the longest.
 * One that waits for an approval takes the place of such ones only, so that strangers displace nothing that runs.
 */
export function roomFor(
  previews: readonly Preview[],
  { maxPreviews }: Pick<PreviewSettings, 'maxPreviews'>,
  { isApproved }: { isApproved: boolean },
): { isThere: boolean; displaced: Preview | undefined } {
  const counted = previews.filter(({ state }) => state !== 'removing')
  if (counted.length < maxPreviews) return { isThere: true, displaced: undefined }
  const displaced = leastRecentlyVisited(
    counted.filter(({ applicationId }) => isApproved || applicationId === null),
  )
  return { isThere: displaced !== undefined, displaced }
}

/** When a preview has been idle for too long; `undefined` for never. */
export const idleAt = (
  { lastVisitAt }: Pick<Preview, 'lastVisitAt'>,
  { idleTimeout }: Pick<PreviewSettings, 'idleTimeout'>,
): number | undefined => (idleTimeout === null ? undefined : lastVisitAt + idleTimeout)
