import type { Workload } from '#platform/model/hosting/placement/placement.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

const application = /\/(app_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=[/?]|$)/
/** Add-ons by any path: their providers are at one server. */
const addon = /^[^?]*\/(addons|addon_[0-9a-f-]{36})(?=[/?]|$)/
/** Here an add-on may have the id that its provider gave it. */
const byRealId = /^\/v2\/(backups|logs)\/|^\/v4\/[^?]*\/resources\//

/** The workload whose server answers a request: the application in its path, or the add-ons; `undefined` when any server can. */
export function workloadOfPath(target: string): Workload | undefined {
  const [path = ''] = target.split('?', 1)
  const [, id] = application.exec(path) ?? []
  if (id) return id as ApplicationId
  return addon.test(path) || byRealId.test(path) ? 'built-in providers' : undefined
}
