import type { Application } from '#platform/applications/application.ts'
import type { Environment } from '#platform/applications/environment.ts'
import type { Deployment } from '#platform/deployments/deployment.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { Platform } from '#platform/platform.ts'

/** An application's own variables and what the platform adds to every build and run of a deployment. */
export async function gatherEnvironment(
  { store }: Pick<Platform, 'store'>,
  application: Application,
  deployment: Deployment,
): Promise<Environment> {
  return Object.freeze({
    ...(await store.variables.of(application.id)),
    APP_ID: application.id,
    CC_APP_NAME: application.name,
    COMMIT_ID: deployment.commit,
    CC_COMMIT_ID: deployment.commit,
    CC_DEPLOYMENT_ID: deployment.id,
  })
}

/** What one instance gets beyond its release's environment. */
export function instanceEnvironment(
  environment: Environment,
  { id, number }: Instance,
  applicationName: string,
): Environment {
  return Object.freeze({
    ...environment,
    INSTANCE_ID: id,
    INSTANCE_NUMBER: String(number),
    INSTANCE_TYPE: 'production',
    CC_PRETTY_INSTANCE_NAME: `${applicationName}-${number}`,
  })
}
