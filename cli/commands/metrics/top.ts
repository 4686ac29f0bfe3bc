import { setTimeout as sleep } from 'node:timers/promises'
import { defineCommand } from '#cli/define-command.ts'
import { requestsText } from '#cli/metrics/requests-text.ts'
import { topText } from '#cli/metrics/top-text.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { createRedraw } from '#cli/terminal/redraw.ts'

/** Twice per sample, so that a new one is shown soon. */
const refreshInterval = 5000

export const top = defineCommand({
  words: 'top',
  summary: 'Show the load of running instances, refreshed until Ctrl-C',
  description:
    'All applications of an organisation, or one with --app or --alias. Shows once when standard output is not a terminal.',
  options: {
    once: { type: 'boolean', summary: 'Show once and end' },
    requests: {
      type: 'boolean',
      summary: 'Show requests of visitors and their status codes, by application',
    },
    ...applicationOptions,
  },
  examples: [
    'berth top',
    'berth top --app hello --once',
    'berth top --requests',
    'berth top --format json',
  ],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const isOne = options.app !== undefined || options.alias !== undefined
    const one = isOne ? await resolveApplication(client, context) : undefined
    const ownerId = one?.ownerId ?? chooseOwner(await client.summary.get(), options.org).id
    const load = async () => {
      const loads = await client.metrics.loads(ownerId, one?.id)
      return { answer: loads, text: topText(loads) }
    }
    const live = async () => {
      const requests = await client.metrics.requests(ownerId, one?.id)
      return { answer: requests, text: requestsText(requests) }
    }
    const read: () => Promise<Screen> = options.requests ? live : load
    const { screen } = terminal
    if (options.once || options.format === 'json' || !screen) {
      const { answer, text } = await read()
      output.print(answer, () => text)
      return 0
    }
    await follow(read, createRedraw(terminal, screen))
    return 0
  },
})

/** What was read, and how it is shown. */
interface Screen {
  answer: unknown
  text: string
}

/** Reads and shows again and again; after the first answer, a failure is shown and tried again. */
export async function follow(
  read: () => Promise<Pick<Screen, 'text'>>,
  show: (text: string) => void,
  { interval = refreshInterval, signal }: { interval?: number; signal?: AbortSignal } = {},
): Promise<void> {
  let { text } = await read()
  for (;;) {
    show(`${text}\n${new Date().toISOString().slice(11, 19)} UTC, Ctrl-C ends`)
    try {
      await sleep(interval, undefined, signal ? { signal } : {})
      text = (await read()).text
    } catch (error) {
      if (signal?.aborted) return
      text = `No answer: ${(error as Error).message}`
    }
  }
}
