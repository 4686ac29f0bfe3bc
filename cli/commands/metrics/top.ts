import { setTimeout as sleep } from 'node:timers/promises'
import { defineCommand } from '#cli/define-command.ts'
import { topText } from '#cli/metrics/top-text.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { createRedraw } from '#cli/terminal/redraw.ts'
import type { ApplicationLoad } from '#client/resources/applications/metrics.ts'

/** Twice per sample, so that a new one is shown soon. */
const refreshInterval = 5000

export const top = defineCommand({
  words: 'top',
  summary: 'Show the load of running instances, refreshed until Ctrl-C',
  description:
    'All applications of an organisation, or one with --app or --alias. Shows once when standard output is no terminal.',
  options: {
    once: { type: 'boolean', summary: 'Show once and end' },
    ...applicationOptions,
  },
  examples: ['berth top', 'berth top --app hello --once', 'berth top --format json'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const isOne = options.app !== undefined || options.alias !== undefined
    const one = isOne ? await resolveApplication(client, context) : undefined
    const ownerId = one?.ownerId ?? chooseOwner(await client.summary.get(), options.org).id
    const read = () => client.metrics.loads(ownerId, one?.id)
    const { screen } = terminal
    if (options.once || options.format === 'json' || !screen) {
      const loads = await read()
      output.print(loads, () => topText(loads))
      return 0
    }
    await followLoads(read, createRedraw(terminal, screen))
    return 0
  },
})

/** Reads and shows again and again; after the first answer, a failure is shown and tried again. */
export async function followLoads(
  read: () => Promise<ApplicationLoad[]>,
  show: (text: string) => void,
  { interval = refreshInterval, signal }: { interval?: number; signal?: AbortSignal } = {},
): Promise<void> {
  let text = topText(await read())
  for (;;) {
    show(`${text}\n${new Date().toISOString().slice(11, 19)} UTC, Ctrl-C ends`)
    try {
      await sleep(interval, undefined, signal ? { signal } : {})
      text = topText(await read())
    } catch (error) {
      if (signal?.aborted) return
      text = `No answer: ${(error as Error).message}`
    }
  }
}
