import { defineCommand } from '#cli/define-command.ts'
import { chosenProfile } from '#cli/profiles/chosen-profile.ts'
import { forgetProfile } from '#cli/profiles/profile.ts'

export const logout = defineCommand({
  words: 'logout',
  summary: 'Log out of the active profile, or the one given with --profile',
  examples: ['berth logout', 'berth logout --profile staging'],
  async handle(context) {
    const { terminal, output } = context
    const { name, api } = await chosenProfile(context)
    await forgetProfile(terminal, name)
    output.print({ profile: name, api }, () => `Logged out of ${api} (profile '${name}').`)
    return 0
  },
})
