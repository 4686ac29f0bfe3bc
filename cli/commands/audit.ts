import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { AuditRecord } from '#client/resources/accounts/audit.ts'

export const audit = defineCommand({
  words: 'audit',
  summary: 'List who did what in an organisation, oldest first',
  description: 'For administrators. Includes attempts that were refused or failed.',
  options: {
    limit: {
      type: 'string',
      value: 'n',
      summary: 'Maximum number of entries, newest first',
      default: '50',
    },
    action: {
      type: 'string',
      value: 'action',
      summary: 'Only this action, such as application.push',
    },
    user: { type: 'string', value: 'email', summary: 'Only actions of this user' },
    ...orgOption,
  },
  examples: ['berth audit --limit 10', 'berth audit --action application.push --format json'],
  async handle(context) {
    const { terminal, output, options } = context
    if (!/^[1-9]\d{0,3}$/.test(options.limit)) {
      throw new Refusal(`Invalid --limit '${options.limit}': use a number from 1 to 1000.`)
    }
    const { client } = await openSession(context)
    const owner = chooseOwner(await client.summary.get(), options.org)
    const newest = await client.audit.list(owner.id, {
      limit: Number(options.limit),
      action: options.action,
      email: options.user,
    })
    const records = newest.toReversed()
    output.print(records, () =>
      records.length > 0 ? table(records.map((record) => cells(record, terminal))) : 'No entries.',
    )
    return 0
  },
})

const cells = (record: AuditRecord, terminal: Terminal): string[] =>
  [
    record.date,
    authorOf(record),
    actionText(record, terminal),
    record.target,
    record.from,
    withWhat(record),
  ].map(printable)

const authorOf = ({ user, credential }: AuditRecord) =>
  credential === 'connected repository' ? 'the platform' : user.email || user.id

const actionText = ({ action, outcome }: AuditRecord, { paint }: Terminal) =>
  outcome === 'done' ? action : `${action} ${paint('red', `(${outcome})`)}`

const withWhat = ({ credential, credentialId, consumer }: AuditRecord) =>
  [credential, credentialId, consumer && `through ${consumer.name || consumer.key}`]
    .filter(Boolean)
    .join(' ')
