import { defineCommand } from '#cli/define-command.ts'
import { version as current } from '#cli/version.ts'

export const version = defineCommand({
  words: 'version',
  summary: 'Print the version of this tool',
  examples: ['berth version', 'berth version --format json'],
  async handle({ output }) {
    output.print({ version: current() }, current)
    return 0
  },
})
