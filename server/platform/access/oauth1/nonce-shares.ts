/** Limits of one window of nonces. */
export const nonceLimits = {
  /** In total. */
  maxNonces: 2_000_000,
  /** Of one account: some thousand a second are no honest use. */
  maxPerAccount: 400_000,
  /** What every account gets even when the total is used up by others. */
  guaranteed: 300,
  /** Accounts that are counted one by one; those that come later are counted together. */
  maxAccounts: 4096,
}

/** Counts nonces by account, so that one that floods uses up its own share and nobody else's. */
export interface NonceShares {
  /** Whether the account may enter one more, given how many nonces there are in all. */
  hasRoom(account: string, total: number): boolean
  count(account: string): void
}

/** The total stays below `maxNonces` plus `guaranteed` for each account, whatever anybody sends. */
export function createNonceShares(limits = nonceLimits): NonceShares {
  const counts = new Map<string, number>()
  const bucketOf = (account: string) =>
    counts.has(account) || counts.size < limits.maxAccounts ? account : 'others'
  return {
    hasRoom(account, total) {
      const own = counts.get(bucketOf(account)) ?? 0
      if (own < limits.guaranteed) return true
      const share = Math.min(limits.maxPerAccount, limits.maxNonces / counts.size)
      return own < share && total < limits.maxNonces
    },
    count(account) {
      const bucket = bucketOf(account)
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
    },
  }
}
