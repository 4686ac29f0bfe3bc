import { applicationUrl } from '#cli/applications/application-url.ts'
import type { Context } from '#cli/define-command.ts'
import type { Session } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import type { NamedApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import { createStatusLine } from '#cli/terminal/status-line.ts'
import type { DeploymentStory } from '#client/resources/applications/deployments.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { followDeployment, type Wait } from './follow-deployment.ts'
import { headlineText } from './headline-text.ts'
import { logText } from './log-text.ts'
import { showProgress } from './progress.ts'

const codeOfInterrupt = 130

export interface ReportOptions {
  uuid: string
  quiet: boolean
  wait: Wait
}

/**
 * Follows a deployment, says when visitors reach the new version and how its probation ended; returns the exit code.
 * Any outcome but success is a refusal. Ctrl-C stops following, not the deployment.
 */
export async function reportDeployment(
  { terminal, output }: Pick<Context, 'terminal' | 'output'>,
  session: Session,
  application: NamedApplication,
  { uuid, quiet, wait }: ReportOptions,
): Promise<number> {
  const { client } = session
  const status = createStatusLine(terminal, output)
  const tell = (line: string) => status.above(() => output.tell(line))
  const progress = quiet ? undefined : showProgress({ tell, what: 'the deployment' })
  const describeLive = async (story: DeploymentStory) => {
    const url = await applicationUrl(session, application)
    return { url, text: liveText(application.name, url && terminal.paint('bold', url), story) }
  }
  let switched: Promise<string> | undefined
  const story = await untilInterrupted((signal) =>
    followDeployment(client, application, uuid, {
      wait,
      signal,
      onProbation(begun) {
        if (wait === 'live') return
        switched = describeLive(begun).then(({ text }) => text)
        switched.then((text) => status.show(`${text}; on probation`)).catch(() => {})
      },
      onLine:
        progress &&
        ((line) => {
          progress.touch()
          tell(logText(line, terminal))
        }),
    }),
  )
    .catch((error) => {
      status.end()
      throw error
    })
    .finally(() => progress?.[Symbol.dispose]())
  const before = await switched?.catch(() => undefined)
  if (!story) {
    status.end()
    output.tell(
      `The deployment goes on. \`berth cancel-deploy\` cancels it, \`berth logs --deployment-id ${uuid}\` shows it again.`,
    )
    return codeOfInterrupt
  }
  const isLive = story.state === 'OK' || story.phase === 'probation'
  const live = isLive ? await describeLive(story) : undefined
  if (before && status.isInPlace) status.show(`${before}; ${endOfProbation(story)}`)
  status.end()
  const record = await client.deployments.get(application, uuid)
  const answer = {
    ...record,
    url: live?.url ?? null,
    liveAfter: live ? liveAfter(story) : null,
    failure: story.failure,
  }
  output.print(answer, () => {
    if (!live?.url) return ''
    if (before) return status.isInPlace ? '' : `${application.name} has passed its probation.`
    return story.phase === 'probation' ? `${live.text}; on probation` : live.text
  })
  if (!isLive) throw refusalOf(application, story)
  return 0
}

const endOfProbation = ({ state }: DeploymentStory) =>
  state === 'CANCELLED' ? 'cancelled' : `probation ${state === 'OK' ? 'passed' : 'failed'}`

/** Milliseconds from the request of a deployment until visitors reached its version; `null` for a task. */
function liveAfter({ date, steps }: DeploymentStory): number | null {
  const end = steps.find(({ name }) => name === 'switch')?.endedAt
  return end ? end - date : null
}

function liveText(name: string, url: string | undefined, story: DeploymentStory): string {
  const time = liveAfter(story)
  const where = url ? ` at ${url}` : ''
  return `${name} is live${where}${time === null ? '' : ` after ${formatDuration(time)}`}`
}

/** Ends with what is wrong and what to do, because the log above has many lines. */
function refusalOf(
  application: NamedApplication,
  { id, uuid, state, failure }: DeploymentStory,
): Refusal {
  const what = `Deployment ${id} of ${application.name}`
  if (state === 'CANCELLED') return new Refusal(`${what} was cancelled.`)
  const log = `Its log: \`berth logs --no-follow --deployment-id ${uuid}\`.`
  if (!failure?.headline) return new Refusal(`${what} failed.`, log)
  const { headline, advice } = failure
  // What a program has printed is indented below a line with a colon, and in the log.
  const remedies = advice.filter((line) => !line.startsWith(' ') && !line.endsWith(':'))
  const sentence = `${what} failed: ${printable(headlineText(headline))}`
  return new Refusal([sentence, ...remedies.map(printable), log].join('\n'))
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
