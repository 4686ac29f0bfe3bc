import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'

export const organisationsAvatar = defineCommand({
  words: 'organisations avatar',
  summary: 'Set the picture of an organisation',
  arguments: [
    { name: 'file', summary: 'a PNG, JPEG, GIF or WebP of at most 1 MB', completes: 'files' },
  ],
  options: organisationOption,
  examples: ['berth organisations avatar logo.png --org acme'],
  async handle(context) {
    const { terminal, output, args } = context
    const path = resolve(terminal.folder, args.file)
    const picture = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(`${path} cannot be read (${error.code}).`)
    })
    const { client } = await openSession(context)
    const { organisation } = await resolveOrganisation(client, context)
    const answer = await client.organisations.setAvatar(organisation.id, picture)
    output.print(answer, () => `The picture of ${organisation.name} is at ${answer.url}`)
    return 0
  },
})
