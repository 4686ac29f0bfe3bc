import type { NamedApplication } from '#cli/applications/application.ts'
import { applicationUrl } from '#cli/applications/application-url.ts'
import type { Context } from '#cli/define-command.ts'
import type { Session } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { followDeployment } from './follow-deployment.ts'
import { logText } from './log-text.ts'

/** Shows a deployment until it ends, then where it can be seen; anything but success is a refusal. */
export async function reportDeployment(
  { terminal, output }: Pick<Context, 'terminal' | 'output'>,
  session: Session,
  application: NamedApplication,
  { uuid, quiet }: { uuid: string; quiet: boolean },
): Promise<void> {
  const { client } = session
  const deployment = await followDeployment(
    client,
    application,
    uuid,
    quiet ? undefined : (line) => output.tell(logText(line, terminal)),
  )
  const url = deployment.state === 'OK' ? await applicationUrl(session, application) : undefined
  output.print({ ...deployment, url: url ?? null }, () =>
    url ? `${application.name} runs at ${terminal.paint('bold', url)}` : '',
  )
  if (deployment.state === 'CANCELLED')
    throw new Refusal(`Deployment ${deployment.id} of ${application.name} was cancelled.`)
  if (deployment.state !== 'OK')
    throw new Refusal(
      `Deployment ${deployment.id} of ${application.name} failed.`,
      `Its log: \`berth logs --no-follow --deployment-id ${uuid}\`.`,
    )
}
