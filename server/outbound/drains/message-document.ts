import { isApplicationId } from '#platform/model/ids.ts'
import type { DrainMessage } from '#platform/model/observability/drain-sender.ts'

/** A message as JSON, with the names that the log streams of the API use. */
export function messageDocument(message: DrainMessage): Record<string, unknown> {
  const { resourceId, access, audit, deploymentId, instanceId, commit } = message
  const known = {
    deploymentId,
    instanceId,
    commitId: commit,
  }
  const resource = isApplicationId(resourceId)
    ? { applicationId: resourceId }
    : { resourceId: resourceId as string }
  return {
    id: message.id,
    date: new Date(message.date).toISOString(),
    message: message.text,
    severity: message.severity,
    service: message.service,
    ownerId: message.ownerId,
    ...resource,
    name: message.resourceName,
    zone: message.zone,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== '')),
    ...(access && accessFields(access)),
    ...(audit && auditFields(audit)),
  }
}

const accessFields = ({
  requestId,
  bytesIn,
  bytesOut,
  source,
  destination,
  http,
}: NonNullable<DrainMessage['access']>) => ({
  requestId,
  bytesIn,
  bytesOut,
  source,
  destination,
  ...(http && { http }),
})

const auditFields = ({ consumerKey, ...audit }: NonNullable<DrainMessage['audit']>) => ({
  ...audit,
  ...(consumerKey !== '' && { consumerKey }),
})
