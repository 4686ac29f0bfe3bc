import type { Claims } from './claims.ts'

/** Claims of a store that only this process uses: it has them all. */
export const memoryClaims: Claims = {
  serverId: 'the only one',
  isShared: false,
  lead: async (_, work) => ({ result: await work() }),
  during: async (_, work) => ({ result: await work() }),
}
