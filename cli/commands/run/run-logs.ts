import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { followRun } from '#cli/runs/follow-run.ts'
import { runArgument } from '#cli/runs/run-argument.ts'
import { exitCodeOf, runOutcome } from '#cli/runs/run-text.ts'
import { printable } from '#cli/terminal/printable.ts'
import { isRunEnded, type RunWithOutput } from '#client/resources/runs.ts'

export const runLogs = defineCommand({
  words: 'run logs',
  summary: 'Show what a detached one-off command has printed',
  description:
    'The last 64 KB of each are kept. With --follow it goes on until the command ends, and exits with its status; Ctrl-C ends that, and the command goes on.',
  arguments: [runArgument],
  options: {
    follow: { type: 'boolean', short: 'f', summary: 'Continue until the command ends' },
    ...applicationOptions,
  },
  examples: ['berth run logs run_5f3c… --follow'],
  async handle(context) {
    const { output, terminal, args, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const run = await client.runs.get(application, args.run)
    if (options.follow && options.format === 'human') {
      const show = (part: RunWithOutput) => terminal.out(textOf(part))
      show(run)
      const ended = await followRun(client, application, run, show)
      terminal.err(`${runOutcome(ended)}\n`)
      return exitCodeOf(ended)
    }
    const shown = options.follow ? await followRun(client, application, run, () => {}) : run
    const whole = isRunEnded(run) ? shown : await client.runs.get(application, args.run)
    output.print(whole, () => `${textOf(whole)}${runOutcome(whole)}`)
    return options.follow ? exitCodeOf(whole) : 0
  },
})

const textOf = ({ output, isCut }: RunWithOutput) =>
  (isCut ? '… (what was before is not kept)\n' : '') + printable(output)
