import { type BackupContext, listBackups } from '#platform/marketplace/addons/backups/backups.ts'
import { readAddonInsights } from '#platform/marketplace/addons/insights.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Backup } from '#protocol/databases/backups.ts'
import type { Insights } from '#protocol/databases/insights.ts'

/** What the dashboard of an add-on shows. */
export interface Dashboard {
  addon: Addon
  /** Names for people. */
  provider: string
  plan: string
  /** Milliseconds since 1970. */
  readAt: number
  /** Absent when the provider does not tell, or not now. */
  insights?: Insights | undefined
  /** Why not, in one sentence. */
  lastError?: string | undefined
  backups: Backup[]
}

const maxBackups = 10

/** A provider that does not answer leaves what the platform knows itself. */
export async function readDashboard(platform: BackupContext, addon: Addon): Promise<Dashboard> {
  const { store, clock } = platform
  const provider = await store.providers.find(addon.providerId)
  const plan = await store.plans.find(addon.planId)
  const errors: string[] = []
  const noteError = (error: unknown): undefined => {
    if (!(error instanceof Refusal)) throw error
    errors.push(error.message)
  }
  const insights = await readAddonInsights(platform, addon).catch(noteError)
  const backups = await listBackups(platform, addon).catch(noteError)
  return {
    addon,
    provider: provider?.presentation.name ?? addon.providerId,
    plan: plan?.name ?? '',
    readAt: clock(),
    insights,
    lastError: errors[0],
    backups: backups?.slice(0, maxBackups) ?? [],
  }
}
