import { isApplicationId, type LogSourceId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/observability/platform.ts'

/** The application or add-on with this id. */
export const findResource = (
  store: Pick<Platform['store'], 'applications' | 'addons'>,
  id: LogSourceId,
) => (isApplicationId(id) ? store.applications.find(id) : store.addons.find(id))
