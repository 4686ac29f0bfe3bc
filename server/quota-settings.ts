import { limit, megabyteLimit, setting } from '#kit/setting-kinds.ts'
import type { Quotas } from '#platform/quotas/quotas.ts'

/** What one owner may have at once. */
export const quotaSettings = {
  quotaApplications: setting(
    'BERTH_QUOTA_APPLICATIONS',
    '100',
    limit,
    'applications of one owner, a user or an organisation; 0 for no limit, as with the other quotas',
  ),
  quotaInstances: setting(
    'BERTH_QUOTA_INSTANCES',
    '100',
    limit,
    'instances of one owner that run at the same time',
  ),
  quotaMemory: setting(
    'BERTH_QUOTA_MEMORY',
    '131072',
    megabyteLimit,
    'memory of these instances together, in megabytes',
  ),
  quotaAddons: setting('BERTH_QUOTA_ADDONS', '50', limit, 'add-ons of one owner'),
  quotaDomains: setting('BERTH_QUOTA_DOMAINS', '500', limit, 'domains of one owner'),
  quotaDeployments: setting(
    'BERTH_QUOTA_DEPLOYMENTS',
    '240',
    limit,
    'deployments that one owner may ask for within an hour',
  ),
  quotaDisk: setting(
    'BERTH_QUOTA_DISK',
    '51200',
    megabyteLimit,
    'disk of one owner in megabytes: repositories, artifacts, logs, and what instances write',
  ),
} as const

type QuotaSettings = Record<keyof typeof quotaSettings, number>

/** The quotas as the platform knows them. */
export const quotasOf = (settings: QuotaSettings): Quotas => ({
  applications: settings.quotaApplications,
  instances: settings.quotaInstances,
  memory: settings.quotaMemory,
  addons: settings.quotaAddons,
  domains: settings.quotaDomains,
  deploymentsPerHour: settings.quotaDeployments,
  disk: settings.quotaDisk,
})
