import { createHash, randomBytes } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import type { SwarmParts } from './swarm-parts.ts'

export type SwarmIdentity = Pick<SwarmParts, 'platform' | 'server'>

/** Of a server without others: a digest of the folder of its engine, whose name is in the labels of older versions too. */
export async function identityOf(folder: string): Promise<SwarmIdentity> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const platform = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 8)
  return { platform, server: platform }
}

/** Name of a platform in the labels of a swarm that others may use too. */
export const newPlatformName = (): string => randomBytes(8).toString('hex')
