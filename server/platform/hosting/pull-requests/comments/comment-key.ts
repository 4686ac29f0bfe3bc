import { createHash } from 'node:crypto'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import { previewStatus } from '#platform/model/hosting/previews/preview-status.ts'

/** Identifies what a comment would tell, so that it is written when that has changed and only then. */
export function commentKey(
  preview: Preview,
  deployment: Pick<Deployment, 'id' | 'state'> | undefined,
): string {
  const status = previewStatus(preview, deployment)
  const { id, commit, lastError } = preview
  const failed = status === 'failed' ? [lastError, deployment?.id ?? ''] : []
  const told = JSON.stringify([id, status, commit, ...failed])
  return createHash('sha256').update(told).digest('base64url')
}
