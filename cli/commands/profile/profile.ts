import { defineCommand } from '#cli/define-command.ts'
import { readProfiles } from '#cli/profiles/profile.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'

export const profile = defineCommand({
  words: 'profile',
  summary: 'Show the current user and platform',
  examples: ['berth profile', 'berth profile --format json'],
  async handle(context) {
    const { terminal, output } = context
    const { client, profile } = await openSession(context)
    const [{ id, email, name }, expirationDate] = await Promise.all([
      client.self.get(),
      'apiToken' in profile.credentials
        ? null
        : client.self.currentAccessToken().then((current) => current.expirationDate),
    ])
    const { profiles } = await readProfiles(terminal)
    const others = profiles.map((other) => other.name).filter((other) => other !== profile.name)
    output.print(
      { profile: profile.name, api: profile.api, id, email, name, expirationDate, others },
      () =>
        table([
          ['Profile', profile.name],
          ['API', profile.api],
          ['User', `${name} <${email}>`],
          ['Id', id],
          ...(expirationDate ? [['Expires', new Date(expirationDate).toISOString()]] : []),
          ...(others.length > 0 ? [['Others', others.join(', ')]] : []),
        ]),
    )
    return 0
  },
})
