import { defineCommand } from '#cli/define-command.ts'
import { readEnabled } from '#cli/features/enabled.ts'
import { type Feature, features as known } from '#cli/features/feature.ts'
import { table } from '#cli/terminal/table.ts'

export const features = defineCommand({
  words: 'features',
  summary: 'List the experimental features of this tool',
  examples: ['berth features'],
  async handle({ terminal, output }) {
    const enabled = await readEnabled(terminal)
    const all = Object.entries(known).map(([name, description]) => ({
      name,
      description,
      enabled: enabled.has(name as Feature),
    }))
    output.print(all, () =>
      table(all.map((one) => [one.name, one.enabled ? 'enabled' : 'disabled', one.description])),
    )
    return 0
  },
})
