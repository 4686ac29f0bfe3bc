import { moment } from '#cli/commands/logs/logs.ts'
import { defineCommand } from '#cli/define-command.ts'
import { addonMetricsText } from '#cli/metrics/addon-metrics-text.ts'
import { metricsText } from '#cli/metrics/metrics-text.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import type { Client } from '#client/client.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { AddonMetrics, ApplicationMetrics } from '#client/resources/applications/metrics.ts'
import { parseDuration } from '#kit/text/duration.ts'

/** Points of a line that fits beside its name and its figures. */
const maxPoints = 60

export const metrics = defineCommand({
  words: 'metrics',
  summary:
    'Show CPU, memory, disk, traffic, requests, status codes and latencies of an application, or size, memory and connections of an add-on',
  description:
    'Points of ten seconds are kept for a day, points of five minutes for a month. Each line shows a chart, the last and the largest value. Points of an add-on last a minute or more, and show only what its provider measures.',
  options: {
    since: {
      type: 'string',
      value: 'moment',
      summary: 'Begin at this time: a date, or a duration such as 10m (default: 30m)',
    },
    until: { type: 'string', value: 'moment', summary: 'End at this time (default: now)' },
    span: { type: 'string', value: 'duration', summary: 'Length of a point, such as 1m' },
    instance: {
      type: 'string',
      value: 'id or number',
      summary: 'Only this instance; a stopped one can be given by its id',
    },
    instances: { type: 'boolean', summary: 'Also show each instance separately' },
    addon: { type: 'string', value: 'addon', summary: 'Show what this add-on uses (id or name)' },
    ...applicationOptions,
  },
  examples: [
    'berth metrics',
    'berth metrics --since 1d',
    'berth metrics --instances --format json',
    'berth metrics --addon my-database --since 1d',
  ],
  async handle(context) {
    const { output, options } = context
    const now = Date.now()
    const since = moment(options.since ?? '30m', now)
    const until = options.until === undefined ? undefined : moment(options.until, now)
    const given = options.span === undefined ? undefined : spanOption(options.span)
    const length = (until === undefined ? now : Date.parse(until)) - Date.parse(since)
    const usual = options.format === 'json' ? undefined : Math.ceil(length / maxPoints / 1000)
    const { client } = await openSession(context)
    const span = given ?? (usual !== undefined && usual > 0 ? usual : undefined)
    const range = { since, until, span }
    if (options.addon !== undefined) {
      const addon = resolveAddon(await client.summary.get(), options.addon, options.org)
      const found = await client.metrics.getAddon(addon, range)
      output.print(found, () => addonText(addon.name, found))
      return 0
    }
    const application = await resolveApplication(client, context)
    const found = await client.metrics.get(application, {
      ...range,
      instance: options.instance && (await instanceId(client, application, options.instance)),
      instances: options.instances,
    })
    output.print(found, () => textOf(application.name, found))
    return 0
  },
})

function addonText(name: string, found: AddonMetrics): string {
  if (found.points.length === 0) {
    return `${name} has no metrics from ${rangeText(found)}: it was not ready, or its provider measures nothing.`
  }
  return `${name}, ${rangeText(found)}\n${addonMetricsText(found)}`
}

function textOf(name: string, found: ApplicationMetrics): string {
  const { points, instances } = found
  const range = rangeText(found)
  if (points.length === 0) return `${name} has no metrics from ${range}.`
  return [
    `${name}, ${range}`,
    metricsText(points, found),
    ...instances.flatMap((instance) => [
      '',
      `Instance ${instance.number ?? '(gone)'} ${instance.instanceId}${instance.flavor ? `, ${instance.flavor}` : ''}`,
      metricsText(instance.points, found),
    ]),
  ].join('\n')
}

const rangeText = ({ since, until, span }: AddonMetrics | ApplicationMetrics) =>
  `${shortTime(since)} to ${shortTime(until)} UTC, a point lasts ${span} s`

const shortTime = (date: string) => date.slice(0, 16).replace('T', ' ')

/** Numbers are those of `berth status`. */
async function instanceId(client: Client, application: ApplicationAddress, wanted: string) {
  if (!/^\d{1,4}$/.test(wanted)) return wanted
  const all = await client.instances.list(application)
  const found = all.find(({ instanceNumber }) => instanceNumber === Number(wanted))
  if (!found) throw new Refusal(`No instance ${wanted} runs.`, 'See `berth status`, or pass an id.')
  return found.id
}

function spanOption(text: string): number {
  const milliseconds = parseDuration(text)
  if (milliseconds === undefined || milliseconds < 1000) {
    throw new Refusal(`Invalid --span '${text}'.`, 'Use a duration such as 30s, 5m or 1h.')
  }
  return Math.round(milliseconds / 1000)
}
