import { applicationUrl } from '#cli/applications/application-url.ts'
import type { Context } from '#cli/define-command.ts'
import type { Session } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import type { NamedApplication } from '#cli/resolve/application.ts'
import { followDeployment } from './follow-deployment.ts'
import { logText } from './log-text.ts'
import { showProgress } from './progress.ts'

const codeOfInterrupt = 130

/**
 * Follows a deployment to its end, then prints the URL; returns the exit code. Any outcome but success is a refusal.
 * Ctrl-C stops following, not the deployment.
 */
export async function reportDeployment(
  { terminal, output }: Pick<Context, 'terminal' | 'output'>,
  session: Session,
  application: NamedApplication,
  { uuid, quiet }: { uuid: string; quiet: boolean },
): Promise<number> {
  const { client } = session
  const deployment = await untilInterrupted((signal) => {
    if (quiet) return followDeployment(client, application, uuid, { signal })
    return showWhileFollowing({ terminal, output }, client, application, { uuid, signal })
  })
  if (!deployment) {
    output.tell(
      `The deployment goes on. \`berth cancel-deploy\` cancels it, \`berth logs --deployment-id ${uuid}\` shows it again.`,
    )
    return codeOfInterrupt
  }
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
  return 0
}

async function showWhileFollowing(
  { terminal, output }: Pick<Context, 'terminal' | 'output'>,
  client: Session['client'],
  application: NamedApplication,
  { uuid, signal }: { uuid: string; signal: AbortSignal },
) {
  const progress = showProgress({ tell: output.tell, what: 'the deployment' })
  try {
    return await followDeployment(client, application, uuid, {
      signal,
      onLine(line) {
        progress.touch()
        output.tell(logText(line, terminal))
      },
    })
  } finally {
    progress[Symbol.dispose]()
  }
}

/** Runs a function whose signal is aborted by Ctrl-C; returns `undefined` after Ctrl-C. */
async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const interrupted = new AbortController()
  const onInterrupt = () => interrupted.abort(new Error('interrupted'))
  process.once('SIGINT', onInterrupt)
  try {
    return await work(interrupted.signal)
  } catch (error) {
    if (interrupted.signal.aborted) return undefined
    throw error
  } finally {
    process.removeListener('SIGINT', onInterrupt)
  }
}
