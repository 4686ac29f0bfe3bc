import { setTimeout as sleep } from 'node:timers/promises'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { Client } from '#client/client.ts'
import type { OutdatedApplication, ToolRedeployment } from '#client/resources/operation.ts'
import { canImprove } from './toolchain-text.ts'

const pollEvery = 500
const usualTimeout = 3_600_000
const ended: ReadonlySet<string> = new Set(['live', 'stopped', 'failed', 'cancelled'])

export const adminToolchainsRedeploy = defineCommand({
  words: 'admin toolchains redeploy',
  summary: 'Deploy applications that run on outdated tools again (operators only)',
  description: [
    'At the commit that is live, a few at a time, and waits for each. Only applications that would get another tool are deployed; each goes on serving',
    'with its old one until the new one is healthy. No further one begins once so many have failed.',
  ].join('\n'),
  options: {
    concurrency: { type: 'string', value: 'number', summary: 'How many at a time (default: 2)' },
    'max-failures': {
      type: 'string',
      value: 'number',
      summary: 'How many may fail before no further one begins (default: 1)',
    },
  },
  examples: ['berth admin toolchains redeploy --concurrency 4'],
  async handle(context) {
    const { output, options } = context
    const concurrency = countOf('--concurrency', options.concurrency ?? '2')
    const maxFailures = countOf('--max-failures', options['max-failures'] ?? '1')
    const { client } = await openSession(context)
    const waiting = (await client.operation.outdated()).filter(canImprove)
    const total = waiting.length
    const results: Result[] = []
    let failures = 0
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const result = await redeploy(client, next)
        results.push(result)
        if (result.failure !== null) failures += 1
        output.tell(`${results.length}/${total} ${describe(result)}`)
        if (failures >= maxFailures) return
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    const left = waiting.map(({ applicationId }) => applicationId)
    output.print({ results, left }, () =>
      total === 0
        ? 'No application would get another tool.'
        : `${results.length - failures} deployed, ${failures} failed, ${left.length} not begun.`,
    )
    return failures > 0 ? 1 : 0
  },
})

interface Result {
  applicationId: string
  applicationName: string
  /** `null` when the new version is live. */
  failure: string | null
}

/** Tenants have written the name and parts of the reason. */
const describe = ({ applicationName, failure }: Result) =>
  printable(
    failure === null ? `${applicationName} is live.` : `${applicationName} failed: ${failure}`,
  )

async function redeploy(
  client: Client,
  { applicationId, applicationName }: OutdatedApplication,
): Promise<Result> {
  try {
    const begun = await client.operation.redeployOutdated(applicationId)
    const { state, failure } = await awaitEnd(client, begun)
    // A task is stopped after it has run.
    const isGood = state === 'live' || state === 'stopped'
    return { applicationId, applicationName, failure: isGood ? null : (failure ?? state) }
  } catch (error) {
    return { applicationId, applicationName, failure: (error as Error).message }
  }
}

async function awaitEnd(client: Client, begun: ToolRedeployment): Promise<ToolRedeployment> {
  const signal = AbortSignal.timeout(usualTimeout)
  let last = begun
  while (!ended.has(last.state)) {
    await sleep(pollEvery, undefined, { signal })
    last = await client.operation.toolRedeployment(begun.deploymentId)
  }
  return last
}

function countOf(option: string, text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new Refusal(`Invalid ${option} '${text}': use a number from 1 to 999.`)
}
