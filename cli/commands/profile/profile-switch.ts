import { defineCommand } from '#cli/define-command.ts'
import { chosenProfile } from '#cli/profiles/chosen-profile.ts'
import { activateProfile } from '#cli/profiles/profile.ts'

export const profileSwitch = defineCommand({
  words: 'profile switch',
  summary: 'Switch to another profile',
  arguments: [{ name: 'name', summary: 'profile name' }],
  examples: ['berth profile switch staging'],
  async handle({ terminal, output, args }) {
    const { name, api } = await chosenProfile({ terminal, options: { profile: args.name } })
    await activateProfile(terminal, name)
    output.print({ profile: name, api }, () => `'${name}' (${api}) is the active profile.`)
    return 0
  },
})
