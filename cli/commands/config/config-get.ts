import { knownSetting, settingNames, settings } from '#cli/applications/settings.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'

export const configGet = defineCommand({
  words: 'config get',
  summary: 'Show the settings of an application, or the value of one',
  description:
    'Variables are shown by `berth env`, the number and size of instances by `berth status`.',
  arguments: [
    { name: 'setting', summary: settingNames.join(', '), completes: settingNames, optional: true },
  ],
  options: applicationOptions,
  examples: ['berth config get', 'berth config get force-https --app web'],
  async handle(context) {
    const { output, args } = context
    const only = args.setting === undefined ? undefined : knownSetting(args.setting)
    const { client } = await openSession(context)
    const application = await client.applications.get(await resolveApplication(client, context))
    const value = (name: keyof typeof settings) => settings[name].read(application)
    if (only !== undefined) {
      output.print({ name: only, value: value(only) }, () => printable(String(value(only))))
      return 0
    }
    output.print(Object.fromEntries(settingNames.map((name) => [name, value(name)])), () =>
      table(settingNames.map((name) => [name, printable(String(value(name)))])),
    )
    return 0
  },
})
