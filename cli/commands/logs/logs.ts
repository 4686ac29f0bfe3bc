import { defineCommand, type Options } from '#cli/define-command.ts'
import { instanceLogText } from '#cli/deployments/log-text.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import type { Client } from '#client/client.ts'
import type { AddonLogLine, LogFilter, LogLine } from '#client/resources/applications/logs.ts'

/** Options that select entries by time and number; the names of both pairs of times are in use. */
export const rangeOptions = (entries: string) =>
  ({
    since: {
      type: 'string',
      value: 'moment',
      summary: `Only ${entries} after this time: a date, or a duration such as 10m`,
    },
    after: { type: 'string', value: 'moment', summary: 'The same as --since' },
    until: {
      type: 'string',
      value: 'moment',
      summary: `Only ${entries} before this time, then stop`,
    },
    before: { type: 'string', value: 'moment', summary: 'The same as --until' },
    limit: {
      type: 'string',
      short: 'n',
      value: 'count',
      summary: `Maximum number of existing ${entries}`,
    },
  }) as const satisfies Options

type RangeOption = 'since' | 'after' | 'until' | 'before' | 'limit'

export function rangeOf(
  options: { [name in RangeOption]?: string | undefined } & { 'no-follow'?: boolean | undefined },
) {
  const since = options.since ?? options.after
  const until = options.until ?? options.before ?? (options['no-follow'] ? '0s' : undefined)
  return {
    since: since && moment(since),
    until: until && moment(until),
    limit: options.limit === undefined ? undefined : count(options.limit),
  }
}

export const logs = defineCommand({
  words: 'logs',
  summary: 'Show the log of an application or an add-on, and follow it',
  description:
    'Follows until Ctrl-C, unless --until or --no-follow is given. Lines of an instance show the first eight characters of its id after the date.',
  options: {
    follow: {
      type: 'boolean',
      short: 'f',
      summary: 'Keep following new lines (default)',
    },
    'no-follow': { type: 'boolean', summary: 'Stop after the existing lines' },
    ...rangeOptions('lines'),
    search: { type: 'string', value: 'text', summary: 'Only lines that contain this text' },
    'deployment-id': { type: 'string', value: 'id', summary: 'Only lines of this deployment' },
    'instance-id': { type: 'string', value: 'id', summary: 'Only lines of this instance' },
    addon: { type: 'string', value: 'addon', summary: 'Show the log of this add-on (id or name)' },
    ...applicationOptions,
  },
  examples: [
    'berth logs',
    'berth logs --addon my-database',
    'berth logs --no-follow --limit 100',
    'berth logs --since 1h --format json',
  ],
  async handle(context) {
    const { terminal, output, options } = context
    const filter = {
      ...rangeOf(options),
      filter: options.search,
      deploymentId: options['deployment-id'],
      instanceId: options['instance-id'],
    }
    const { client } = await openSession(context)
    for await (const line of await linesOf(client, context, filter))
      output.printEach(line, () => instanceLogText(line, terminal))
    return 0
  },
})

async function linesOf(
  client: Client,
  context: Parameters<typeof resolveApplication>[1] & {
    options: { addon?: string | undefined; org?: string | undefined }
  },
  filter: LogFilter,
): Promise<AsyncIterable<LogLine | AddonLogLine>> {
  const { addon, org } = context.options
  if (addon === undefined) {
    return client.logs.follow(await resolveApplication(client, context), filter)
  }
  const { id, ownerId } = resolveAddon(await client.summary.get(), addon, org)
  return client.logs.followAddon(ownerId, id, filter)
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Refusal(`Invalid --limit '${text}': use a number of 1 or more.`)
  return Number(text)
}

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses a date, or a duration before now such as `10m`, `2h` or `1d`, to ISO 8601. */
export function moment(text: string, now = Date.now()): string {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  const time = count && unit ? now - Number(count) * (units[unit] ?? 0) : Date.parse(text)
  const date = new Date(time)
  if (Number.isNaN(date.getTime()))
    throw new Refusal(
      `Invalid time '${text}'.`,
      'Use a date such as 2026-01-31T12:00:00Z, or a duration such as 10m, 2h or 1d.',
    )
  return date.toISOString()
}
