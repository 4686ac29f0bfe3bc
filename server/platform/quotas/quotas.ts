import { Refusal } from '#platform/refusal.ts'

/** What one owner, a user or an organisation, may have at once; `Infinity` where the operator sets no limit. */
export interface Quotas {
  /** Those that a user is an administrator of; each brings quotas of its own. */
  organisations: number
  applications: number
  /** Of all applications that run or are being started. */
  instances: number
  /** Of all these instances together, in bytes. */
  memory: number
  addons: number
  domains: number
  deploymentsPerHour: number
  /** Repositories, artifacts, logs and what instances write, in bytes. */
  disk: number
}

/** Which setting an operator changes to allow more. */
const settings: Record<keyof Quotas, string> = {
  organisations: 'BERTH_QUOTA_ORGANISATIONS',
  applications: 'BERTH_QUOTA_APPLICATIONS',
  instances: 'BERTH_QUOTA_INSTANCES',
  memory: 'BERTH_QUOTA_MEMORY',
  addons: 'BERTH_QUOTA_ADDONS',
  domains: 'BERTH_QUOTA_DOMAINS',
  deploymentsPerHour: 'BERTH_QUOTA_DEPLOYMENTS',
  disk: 'BERTH_QUOTA_DISK',
}

/** A refusal that names the limit, what would be over it, and what can be done. */
export const quotaRefusal = (quota: keyof Quotas, sentence: string, remedy: string) =>
  new Refusal('conflict', `${sentence} ${remedy}, or ask the operator to raise ${settings[quota]}.`)

/** Says no when there would be more of something than the quota allows. */
export function requireCount(
  quotas: Quotas,
  quota: 'organisations' | 'applications' | 'addons' | 'domains',
  { present, adding, noun }: { present: number; adding: number; noun: string },
): void {
  if (present + adding <= quotas[quota]) return
  throw quotaRefusal(
    quota,
    `There are ${present} ${noun} already, and ${quotas[quota]} are allowed.`,
    'Delete one',
  )
}
