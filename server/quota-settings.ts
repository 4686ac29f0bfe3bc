import { limit, optionalMegabyteLimit, setting } from '#kit/setting-kinds.ts'
import type { Quotas } from '#platform/quotas/quotas.ts'
import type { MachineSize } from './start/machine-size.ts'

/** What one owner may have at once. */
export const quotaSettings = {
  quotaOrganisations: setting(
    'BERTH_QUOTA_ORGANISATIONS',
    '10',
    limit,
    'organisations that one user may be an administrator of before they can create no more; 0 for no limit',
  ),
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
    '',
    optionalMegabyteLimit,
    'memory of these instances together, in megabytes; when empty three quarters of what the machine has, and at least 4096',
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
    '',
    optionalMegabyteLimit,
    'disk of one owner in megabytes: repositories, artifacts, logs, and what instances write; when empty half of the file system of `BERTH_DATA`, and at least 10240',
  ),
} as const

type QuotaSettings = Record<
  Exclude<keyof typeof quotaSettings, 'quotaMemory' | 'quotaDisk'>,
  number
> & { quotaMemory: number | undefined; quotaDisk: number | undefined }

const megabyte = 1024 * 1024
const smallestMemory = 4096 * megabyte
const smallestDisk = 10_240 * megabyte

const wholeMegabytes = (bytes: number) => Math.floor(bytes / megabyte) * megabyte

/** The quotas as the platform knows them: nobody is allowed more than the machine has unless the operator says so. */
export const quotasOf = (settings: QuotaSettings, { memory, disk }: MachineSize): Quotas => ({
  organisations: settings.quotaOrganisations,
  applications: settings.quotaApplications,
  instances: settings.quotaInstances,
  memory: settings.quotaMemory ?? Math.max(smallestMemory, wholeMegabytes(memory * 0.75)),
  addons: settings.quotaAddons,
  domains: settings.quotaDomains,
  deploymentsPerHour: settings.quotaDeployments,
  disk: settings.quotaDisk ?? Math.max(smallestDisk, wholeMegabytes(disk * 0.5)),
})
