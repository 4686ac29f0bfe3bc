import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type DeploymentRequest, requestDeployment } from './queue/requests.ts'

export interface ImageRequest extends Pick<DeploymentRequest, 'authorId' | 'admit'> {
  reference: string
}

/**
 * Queues the deployment of an image by reference. Its name is a commit of the application first: what is in the queue is then
 * told, restarted and rolled back to as every other deployment.
 */
export async function deployImage(
  platform: Platform,
  application: Application,
  { reference, ...request }: ImageRequest,
): Promise<Deployment> {
  const { id, name, type } = application
  const runtime = platform.runtimes.find((each) => each.type === type)
  if (!runtime?.usesDockerfile) {
    throw new Refusal(
      'invalid',
      `${name} is of type ${type}, and images are deployed to applications of type docker.`,
      { hint: 'Create one: berth create --type docker' },
    )
  }
  if (!platform.engine.pullsImages) {
    throw new Refusal(
      'invalid',
      `The engine ${platform.engine.name} of this platform takes no images by reference.`,
      { hint: `Commit a Dockerfile with the line: FROM ${reference}` },
    )
  }
  const commit = await platform.repositories.commitImage(id, reference)
  return requestDeployment(platform, application, {
    ...request,
    commit,
    // A commit of our own, which has nothing to do with the one before.
    branch: null,
    isCompared: false,
    cause: `Image ${reference}`,
  })
}
