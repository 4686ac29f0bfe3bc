import type { Context } from '#cli/define-command.ts'
import type { applicationOptions, followOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { reportDeployment } from './report-deployment.ts'

/** Deploys an image of a registry and follows the deployment; needs no repository. */
export async function deployImage(
  context: Context<typeof followOptions & typeof applicationOptions>,
  image: string,
): Promise<number> {
  const session = await openSession(context)
  const { client } = session
  const { quiet, wait } = context.options
  const address = await resolveApplication(client, context)
  const application = await client.applications.get(address)
  if (!quiet) context.output.tell(`Deploying the image ${image} to ${application.name}.`)
  const { deploymentId } = await client.deployments.deployImage(application, image)
  return reportDeployment(context, session, application, { uuid: deploymentId, quiet, wait })
}
