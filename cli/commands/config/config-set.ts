import { changeApplication } from '#cli/applications/change-application.ts'
import { knownSetting, settingChange, settingNames, settings } from '#cli/applications/settings.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { duplicateOption } from '#cli/resolve/free-name.ts'
import { printable } from '#cli/terminal/printable.ts'

export const configSet = defineCommand({
  words: 'config set',
  summary: 'Change a setting of an application',
  description: settingNames.map((name) => `${name}: ${settings[name].summary}`).join('\n'),
  arguments: [
    { name: 'setting', summary: settingNames.join(', '), completes: settingNames },
    { name: 'value', summary: 'true or false for a switch, else the new value' },
  ],
  options: { ...duplicateOption, ...applicationOptions },
  examples: [
    'berth config set force-https true',
    'berth config set branch main',
    'berth config set build-flavor disabled --app web',
  ],
  async handle(context) {
    const { output, args } = context
    const name = knownSetting(args.setting)
    const change = settingChange(name, args.value)
    const session = await openSession(context)
    const address = await resolveApplication(session.client, context)
    const changed = await changeApplication(context, session, address, change)
    const { read, applies } = settings[name]
    const value = read(changed)
    output.print({ name, value }, () =>
      printable(`Set ${name} of ${changed.name} to '${value}'. It applies ${applies}.`),
    )
    return 0
  },
})
