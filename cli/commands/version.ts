import { defineCommand } from '#cli/define-command.ts'
import { programBuild } from '#kit/build-identity/dated-build.ts'
import { describeBuild } from '#kit/build-identity/describe-build.ts'

export const version = defineCommand({
  words: 'version',
  summary: 'Print version, commit and date of this tool',
  description: 'The same as `berth --version`. What is not known is null in JSON.',
  examples: ['berth version', 'berth version --format json'],
  async handle({ output }) {
    const build = await programBuild()
    output.print(build, () => `berth ${describeBuild(build)}`)
    return 0
  },
})
