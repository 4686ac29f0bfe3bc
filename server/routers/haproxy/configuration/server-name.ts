import { createHash } from 'node:crypto'
import type { RouteUpstream } from '#platform/deployments/traffic.ts'

const instancePattern = /^[0-9a-f-]{1,64}$/
const namePattern = /^([0-9a-f-]{1,64})_[0-9a-f]{8}$/

/** Name of an instance at an address, also the value of the sticky cookie; it does not reveal the address. */
export function serverName({ instanceId, address: { host, port } }: RouteUpstream): string {
  if (!instancePattern.test(instanceId)) throw new Error(`not an instance: ${instanceId}`)
  const hash = createHash('sha256').update(`${instanceId} ${host} ${port}`).digest('hex')
  return `${instanceId}_${hash.slice(0, 8)}`
}

/** The instance of a name; `undefined` for what HAProxy writes when there is none. */
export const instanceOf = (name: string): string | undefined => namePattern.exec(name)?.[1]
