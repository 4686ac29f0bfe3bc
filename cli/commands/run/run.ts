import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { attachTerminal } from '#cli/terminal/attach-terminal.ts'
import { runRequest } from '#client/resources/terminals.ts'
import { parseDuration } from '#kit/text/duration.ts'

export const run = defineCommand({
  words: 'run',
  summary: 'Run a command in an instance of its own, and exit with its status',
  description: [
    'The instance has the release, variables, size and add-ons of the application; nobody else reaches it, and it ends with the command.',
    'One word is a line for the shell, several are a program with its arguments. Options of this command come first: what follows the first word belongs to the program.',
  ].join('\n'),
  arguments: [
    {
      name: 'command',
      summary: 'what it runs, in the folder of the application',
      repeated: true,
      isVerbatim: true,
    },
  ],
  options: {
    detach: {
      type: 'boolean',
      short: 'd',
      summary: 'Do not wait for its end, and keep what it prints',
    },
    size: {
      type: 'string',
      value: 'flavor',
      summary: 'Size of its instance; that of the application by default',
    },
    timeout: {
      type: 'string',
      short: 't',
      value: 'duration',
      summary: 'End it after this time, such as 30m; 24h by default, at most 168h',
    },
    ...applicationOptions,
  },
  examples: [
    'berth run npm run console',
    'berth run --size M --timeout 2h -- npm run migrate -- --all',
    'berth run --detach "node import.js && node index.js"',
    'echo hello | berth run cat',
  ],
  async handle(context) {
    const { output, options, args, terminal } = context
    const timeout = options.timeout === undefined ? undefined : parseDuration(options.timeout)
    if (options.timeout !== undefined && timeout === undefined)
      throw new Refusal(`'${options.timeout}' is not a duration.`, 'Use one such as 30m or 2h.')
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const started = await client.runs.start(application, {
      command: args.command,
      size: options.size,
      timeout: timeout === undefined ? undefined : Math.round(timeout / 1000),
      detached: options.detach,
    })
    if (options.detach) {
      output.print(
        started,
        () =>
          `Release ${started.release} of ${application.name} runs it: ${started.id}\nFollow it with \`berth run logs ${started.id} --follow\`.`,
      )
      return 0
    }
    try {
      return await attachTerminal({
        client,
        request: runRequest(application, started.id),
        terminal,
      })
    } catch (error) {
      // Nobody else can attach to it: it need not wait for that.
      await client.runs.stop(application, started.id).catch(() => {})
      throw error
    }
  },
})
