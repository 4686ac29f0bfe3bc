import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { readScale, scaleOptions } from '#cli/scaling/scale-options.ts'
import { scaleRows, scaleSummary } from '#cli/scaling/scale-text.ts'
import { table } from '#cli/terminal/table.ts'

export const scale = defineCommand({
  words: 'scale',
  summary: 'Show or change the number and size of instances',
  description: [
    'Without options it shows what runs, and the bounds. Between a minimum and a larger maximum the platform scales',
    'automatically by CPU, memory and requests. A running application is scaled at once, without a build.',
    '`berth flavors` lists the sizes.',
  ].join('\n'),
  options: { ...scaleOptions, ...applicationOptions },
  examples: [
    'berth scale --instances 2',
    'berth scale --min-instances 1 --max-instances 4',
    'berth scale --min-flavor XS --max-flavor M',
    'berth scale --build-flavor L',
  ],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const address = await resolveApplication(client, context)
    const before = await client.applications.get(address)
    const change = readScale(options, before)
    const application = change ? await client.applications.update(address, change) : before
    const instances = await client.instances.list(address)
    output.print(scaleSummary(application, instances), () =>
      [
        ...(change ? ['The application was rescaled. `berth activity` shows how it goes on.'] : []),
        table(scaleRows(application, instances)),
      ].join('\n'),
    )
    return 0
  },
})
