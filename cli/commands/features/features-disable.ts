import { defineCommand } from '#cli/define-command.ts'
import { knownFeature, setEnabled } from '#cli/features/enabled.ts'
import { features } from '#cli/features/feature.ts'

export const featuresDisable = defineCommand({
  words: 'features disable',
  summary: 'Disable a feature of this tool',
  arguments: [{ name: 'name', summary: 'feature name', completes: Object.keys(features) }],
  examples: ['berth features disable tokens'],
  async handle({ terminal, output, args }) {
    const name = knownFeature(args.name)
    await setEnabled(terminal, name, false)
    output.print({ name, enabled: false }, () => `'${name}' is disabled.`)
    return 0
  },
})
