import { count, optionalCount, setting } from '#kit/setting-kinds.ts'

/** How many deployments run at the same time, and for whom. */
export const deploymentSettings = {
  deploymentsAtOnce: setting(
    'BERTH_DEPLOYMENTS_AT_ONCE',
    '4',
    count,
    'deployments that run at the same time',
  ),
  ownerDeploymentsAtOnce: setting(
    'BERTH_OWNER_DEPLOYMENTS_AT_ONCE',
    '',
    optionalCount,
    'how many of those may be of the owners that count for one person, or asked for by one user; half of them when empty, and never all. Unless it is all of them, the last free one is kept for whoever has used little recently',
  ),
} as const
