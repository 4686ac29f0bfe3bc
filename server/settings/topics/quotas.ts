import { limit, optionalMegabyteLimit, setting } from '#kit/setting-kinds.ts'
import type { Quotas } from '#platform/model/quotas.ts'
import type { MachineSize } from '#settings/machine-size.ts'

/** Quotas of one account, that is, a user with the organisations that count for them. */
export const quotaSettings = {
  quotaOrganisations: setting(
    'BERTH_QUOTA_ORGANISATIONS',
    '10',
    limit,
    'organisations that may count for one user: those that they created and are a member of, and those that were left to them; 0 for no limit',
  ),
  quotaApplications: setting(
    'BERTH_QUOTA_APPLICATIONS',
    '100',
    limit,
    'applications of one person, in their own space and all organisations that count for them together, as with all quotas below; 0 for no limit',
  ),
  quotaInstances: setting(
    'BERTH_QUOTA_INSTANCES',
    '100',
    limit,
    'instances of one person that run at the same time',
  ),
  quotaMemory: setting(
    'BERTH_QUOTA_MEMORY',
    '',
    optionalMegabyteLimit,
    'memory of these instances together, in megabytes; when empty three quarters of what the machine has, and at least 4096',
  ),
  quotaAddons: setting('BERTH_QUOTA_ADDONS', '50', limit, 'add-ons of one person'),
  quotaDomains: setting('BERTH_QUOTA_DOMAINS', '500', limit, 'domains of one person'),
  quotaTcpRedirections: setting(
    'BERTH_QUOTA_TCP_REDIRECTIONS',
    '10',
    limit,
    'TCP redirections of one person',
  ),
  quotaNetworkGroups: setting(
    'BERTH_QUOTA_NETWORK_GROUPS',
    '10',
    limit,
    'network groups of one person',
  ),
  quotaNetworkGroupMembers: setting(
    'BERTH_QUOTA_NETWORK_GROUP_MEMBERS',
    '100',
    limit,
    'members of these groups together',
  ),
  quotaNetworkGroupPeers: setting(
    'BERTH_QUOTA_NETWORK_GROUP_PEERS',
    '50',
    limit,
    'machines outside the platform that join these groups, together',
  ),
  quotaDeployments: setting(
    'BERTH_QUOTA_DEPLOYMENTS',
    '240',
    limit,
    'deployments of the applications of one person within an hour',
  ),
  quotaDisk: setting(
    'BERTH_QUOTA_DISK',
    '',
    optionalMegabyteLimit,
    'disk of one person in megabytes: repositories, artifacts, logs, and what instances write; when empty half of the file system of `BERTH_DATA`, and at least 10240',
  ),
} as const

type QuotaSettings = Record<
  Exclude<keyof typeof quotaSettings, 'quotaMemory' | 'quotaDisk'>,
  number
> & { quotaMemory: number | undefined; quotaDisk: number | undefined }

const megabyte = 1024 * 1024
const minMemory = 4096 * megabyte
const minDisk = 10_240 * megabyte

const wholeMegabytes = (bytes: number) => Math.floor(bytes / megabyte) * megabyte

/** Quotas for the platform: by default no account gets more than the machine has. */
export const quotasOf = (
  settings: QuotaSettings,
  { memory, disk }: Pick<MachineSize, 'memory' | 'disk'>,
): Quotas => ({
  organisations: settings.quotaOrganisations,
  applications: settings.quotaApplications,
  instances: settings.quotaInstances,
  memory: settings.quotaMemory ?? Math.max(minMemory, wholeMegabytes(memory * 0.75)),
  addons: settings.quotaAddons,
  domains: settings.quotaDomains,
  tcpRedirections: settings.quotaTcpRedirections,
  networkGroups: settings.quotaNetworkGroups,
  networkGroupMembers: settings.quotaNetworkGroupMembers,
  networkGroupPeers: settings.quotaNetworkGroupPeers,
  deploymentsPerHour: settings.quotaDeployments,
  disk: settings.quotaDisk ?? Math.max(minDisk, wholeMegabytes(disk * 0.5)),
})
