import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'
import type { MachinePackages } from '#client/resources/operation.ts'

export const adminPackages = defineCommand({
  words: 'admin packages',
  summary: 'List outdated packages of the machine that the platform uses (operators only)',
  description: [
    'Those for sandboxes, Git, databases and the router, and the libraries that sandboxes share with the machine.',
    'It shows what apt knows from its last update, and fetches nothing.',
  ].join('\n'),
  options: {
    all: { type: 'boolean', summary: 'List those that are up to date, too' },
  },
  examples: ['berth admin packages', 'berth admin packages --all --format json'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const found = await client.operation.packages()
    const listed = found.packages.filter(({ isOutdated }) => isOutdated || options.all)
    output.print({ ...found, packages: listed }, () => textOf(found, listed))
    return 0
  },
})

function textOf({ reason, listDate, packages }: MachinePackages, listed: typeof packages): string {
  if (reason !== null) return reason
  const outdated = packages.filter(({ isOutdated }) => isOutdated)
  const rows = listed.map(({ name, use, installed, candidate, isOutdated, isSecurity }) => [
    ...[name, use, installed, isOutdated ? candidate : ''],
    isSecurity ? 'security' : '',
  ])
  const summary =
    outdated.length === 0
      ? `All ${packages.length} packages are up to date`
      : `${outdated.length} of ${packages.length} packages are outdated`
  const sentence = `${summary}, by the lists of ${listDate?.slice(0, 10)}.`
  return rows.length > 0 ? `${table(rows)}\n${sentence}` : sentence
}
