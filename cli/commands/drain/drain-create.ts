import { defineCommand } from '#cli/define-command.ts'
import { drainOptions, resolveDrainResource } from '#cli/drains/drain-resource.ts'
import { type DrainTypeName, drainTypes } from '#cli/drains/drain-text.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import type { DrainKind } from '#client/resources/applications/drains.ts'

const names = Object.keys(drainTypes)
const isTypeName = (text: string): text is DrainTypeName => Object.hasOwn(drainTypes, text)

export const drainCreate = defineCommand({
  words: 'drain create',
  summary: 'Send every new line of a log to a log service',
  description: [
    `Types: ${names.join(', ')}.`,
    'Syslog recipients have URLs such as tcp://host:514, tls://host:6514 and udp://host:514, the others https://…',
    'Lines are sent at least once: after an interruption the last ones may come twice.',
  ].join('\n'),
  arguments: [
    { name: 'type', summary: 'type of the recipient', completes: names },
    { name: 'url', summary: 'address of the recipient' },
  ],
  options: {
    'access-log': { type: 'boolean', summary: 'Send the requests of visitors instead of the log' },
    'audit-log': {
      type: 'boolean',
      summary: 'Send who did what to it instead of the log (for administrators)',
    },
    username: {
      type: 'string',
      short: 'u',
      value: 'name',
      summary: 'User name (elasticsearch, raw-http)',
    },
    password: {
      type: 'string',
      short: 'p',
      value: 'password',
      summary: 'Password (elasticsearch, raw-http)',
    },
    'api-key': {
      type: 'string',
      short: 'k',
      value: 'key',
      summary: 'API key (newrelic, datadog)',
    },
    'source-token': {
      type: 'string',
      short: 't',
      value: 'token',
      summary: 'Source token (betterstack)',
    },
    'index-prefix': {
      type: 'string',
      short: 'i',
      value: 'prefix',
      summary: 'Prefix of the indices, one per day (elasticsearch)',
    },
    'sd-params': {
      type: 'string',
      short: 's',
      value: 'NAME="value"',
      summary: 'Structured data of every message (ovh-tcp, syslog-tcp, syslog-udp)',
    },
    ...drainOptions,
  },
  examples: [
    'berth drain create syslog-tcp tls://logs.example.org:6514',
    'berth drain create raw-http https://siem.example.org/berth --audit-log',
    'berth drain create elasticsearch https://search.example.org/_bulk --index-prefix shop --username me --password secret',
  ],
  async handle(context) {
    const { output, options, args } = context
    if (!isTypeName(args.type)) {
      throw new Refusal(`'${args.type}' is not a type of drain.`, `Use one of ${names.join(', ')}.`)
    }
    if (options['access-log'] && options['audit-log']) {
      throw new Refusal(
        'A drain sends one log.',
        'Create one with --access-log and another with --audit-log.',
      )
    }
    const { client } = await openSession(context)
    const resource = await resolveDrainResource(client, context)
    const made = await client.drains.create(resource, {
      kind: kindOf(options),
      recipient: {
        type: drainTypes[args.type],
        url: args.url,
        username: options.username,
        password: options.password,
        apiKey: options['api-key'],
        sourceToken: options['source-token'],
        index: options['index-prefix'],
        rfc5424StructuredDataParameters: options['sd-params'],
      },
    })
    output.print(made, () => `Created the drain ${made.id} of ${resource.name}.`)
    return 0
  },
})

function kindOf(options: { 'access-log'?: boolean; 'audit-log'?: boolean }): DrainKind {
  if (options['audit-log']) return 'AUDITLOG'
  return options['access-log'] ? 'ACCESSLOG' : 'LOG'
}
