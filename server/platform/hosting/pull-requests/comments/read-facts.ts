import { currentVariables } from '#platform/hosting/applications/gather-environment.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { PullRequestPreview } from '#platform/hosting/pull-requests/decide-previews.ts'
import { withoutValues } from '#platform/marketplace/providers/calls/redact.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import { previewStatus } from '#platform/model/hosting/previews/preview-status.ts'
import { visitorUrl } from '#protocol/visitor-url.ts'
import type { CommentFacts } from './comment-text.ts'

const maxLines = 20

type Context = Pick<Platform, 'store' | 'logs' | 'visitorListeners'>

/** Deployment that decides how a preview is doing. */
export async function newestDeployment(
  { store }: Pick<Platform, 'store'>,
  { applicationId }: Preview,
): Promise<Deployment | undefined> {
  if (applicationId === null) return undefined
  const [newest] = await store.deployments.listOf(applicationId, { limit: 1, actions: ['deploy'] })
  return newest
}

/** What the comment about a preview says; values of variables are redacted in lines of the log, because everybody may read them there. */
export async function readFacts(
  platform: Context,
  parent: Pick<Application, 'name'>,
  { preview, deployment }: { preview: PullRequestPreview; deployment: Deployment | undefined },
): Promise<CommentFacts> {
  const { store } = platform
  const status = previewStatus(preview, deployment)
  const application =
    preview.applicationId === null
      ? undefined
      : await store.applications.find(preview.applicationId)
  const hasFailed = status === 'failed' && application !== undefined && deployment !== undefined
  return {
    applicationName: parent.name,
    number: preview.source.number,
    status,
    commit: preview.commit,
    url: application ? await urlOf(platform, application) : null,
    problem: preview.lastError || (hasFailed ? (deployment.failure ?? '') : ''),
    lines: hasFailed ? await lastLines(platform, application, deployment) : [],
  }
}

async function urlOf({ store, visitorListeners }: Context, application: Application) {
  const [domain] = await store.domains.listOf(application.id)
  return domain ? visitorUrl(domain, visitorListeners(), application) : null
}

async function lastLines(
  platform: Context,
  application: Application,
  deployment: Deployment,
): Promise<string[]> {
  const filter = { deploymentId: deployment.id, limit: maxLines }
  const lines = await platform.logs.read(application.id, filter)
  const variables = await currentVariables(platform, application)
  return lines.map(({ message }) => withoutValues(message, variables))
}
