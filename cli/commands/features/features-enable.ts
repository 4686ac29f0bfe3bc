import { defineCommand } from '#cli/define-command.ts'
import { knownFeature, setEnabled } from '#cli/features/enabled.ts'
import { features } from '#cli/features/feature.ts'

export const featuresEnable = defineCommand({
  words: 'features enable',
  summary: 'Enable a feature of this tool',
  arguments: [{ name: 'name', summary: 'feature name', completes: Object.keys(features) }],
  examples: ['berth features enable tokens'],
  async handle({ terminal, output, args }) {
    const name = knownFeature(args.name)
    await setEnabled(terminal, name, true)
    output.print({ name, enabled: true }, () => `'${name}' is enabled.`)
    return 0
  },
})
