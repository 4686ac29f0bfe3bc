import type { Addresses } from '#api/http/endpoint.ts'
import type { Infer } from '#kit/schema.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import type { PreviewSettings } from '#platform/model/hosting/previews/preview-settings.ts'
import { previewStatus } from '#platform/model/hosting/previews/preview-status.ts'
import type { Platform } from '#platform/platform.ts'
import { visitorUrl } from '#protocol/visitor-url.ts'
import type { previewAnswer, previewSettingsAnswer } from './preview-answers.ts'

interface RecordCall {
  platform: Pick<Platform, 'store'>
  addresses: Addresses
}

/** A preview with what its application says of it. */
export async function previewRecord(
  { platform: { store }, addresses }: RecordCall,
  preview: Preview,
): Promise<Infer<typeof previewAnswer>> {
  const { id, parentId, createdBy, approvedBy } = preview
  const application = preview.applicationId
    ? await store.applications.find(preview.applicationId)
    : undefined
  const [[deployment], [domain], repository] = application
    ? await Promise.all([
        store.deployments.listOf(application.id, { limit: 1 }),
        store.domains.listOf(application.id),
        store.connectedRepositories.find(parentId),
      ])
    : [[], [], undefined]
  const commit = deployment?.commit ?? preview.commit
  return {
    id,
    parentId,
    applicationId: preview.applicationId,
    source: sourceRecord(preview),
    status: previewStatus(preview, deployment),
    lastError: preview.lastError,
    url: application && domain ? visitorUrl(domain, addresses.visitors, application) : null,
    deployUrl:
      application && !repository ? `ssh://git@${addresses.git}/${application.id}.git` : null,
    commit: commit === null ? null : await commitRecord(store, application, commit),
    deployment: deployment
      ? {
          id: deployment.id,
          number: deployment.number,
          state: deployment.state,
          failure: deployment.failure,
        }
      : null,
    isIsolated: preview.isIsolated,
    addons: preview.addons.map(({ addonId }) => addonId),
    createdBy,
    approvedBy,
    awaitedCommit: preview.state === 'awaiting-approval' ? preview.commit : null,
    trustsUpdates: preview.trustsUpdates,
    createdAt: iso(preview.createdAt),
    updatedAt: iso(preview.updatedAt),
    lastVisitAt: iso(preview.lastVisitAt),
  }
}

function sourceRecord({ source }: Preview) {
  const { kind, branch } = source
  if (source.kind === 'branch') {
    return { kind, branch, number: null, title: null, url: null, author: null, isFork: false }
  }
  const { number, title, url, author, isFork } = source
  return { kind, branch, number, title, url, author, isFork }
}

async function commitRecord(
  store: Platform['store'],
  application: Application | undefined,
  id: string,
) {
  const summary = application && (await store.commitSummaries.find(application.id, id))
  return {
    id,
    author: summary?.author ?? null,
    message: summary?.message ?? null,
    date: summary ? iso(summary.date) : null,
  }
}

export function settingsRecord(settings: PreviewSettings): Infer<typeof previewSettingsAnswer> {
  const { idleTimeout, sleepTimeout, flavor, password, addons } = settings
  const { isEnabled, pullRequests, maxPreviews, runsCrons, variables, isolatedVariables } = settings
  const rules = Object.entries(addons).map(([addonId, rule]) => [
    addonId,
    {
      kind: rule.kind,
      backupId: rule.kind === 'backup' ? rule.backupId : null,
      planId: rule.kind === 'none' ? null : rule.planId,
    },
  ])
  return {
    isEnabled,
    pullRequests,
    maxPreviews,
    idleTimeout: secondsOf(idleTimeout),
    sleepTimeout: secondsOf(sleepTimeout),
    flavor: flavor ?? '',
    runsCrons,
    variables: { ...variables },
    isolatedVariables: { ...isolatedVariables },
    addons: Object.fromEntries(rules),
    hasPassword: password !== null,
  }
}

const secondsOf = (timeout: number | null) => Math.round((timeout ?? 0) / 1000)

const iso = (date: number) => new Date(date).toISOString()
