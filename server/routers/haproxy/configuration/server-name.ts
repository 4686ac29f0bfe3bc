import { createHash } from 'node:crypto'
import type { RouteUpstream } from '#platform/model/hosting/deployments/traffic.ts'

const instancePattern = /^[0-9a-f-]{1,64}$/
const namePattern = /^([0-9a-f-]{1,64})_[0-9a-f]{8}(?:_spare)?$/
/** Ends the name of a spare, so that a sticky cookie never leads to one. */
export const spareSuffix = '_spare'

/** Name of an instance at an address, also the value of the sticky cookie; it does not reveal the address. */
export function serverName({ instanceId, address: { host, port } }: RouteUpstream): string {
  if (!instancePattern.test(instanceId)) throw new Error(`not an instance: ${instanceId}`)
  const hash = createHash('sha256').update(`${instanceId} ${host} ${port}`).digest('hex')
  return `${instanceId}_${hash.slice(0, 8)}`
}

/** The name that an instance has as an upstream. */
export const upstreamName = (name: string): string =>
  name.endsWith(spareSuffix) ? name.slice(0, -spareSuffix.length) : name

/** The instance of a name; `undefined` for what HAProxy writes when there is none. */
export const instanceOf = (name: string): string | undefined => namePattern.exec(name)?.[1]
