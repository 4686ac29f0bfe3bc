import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'

export const sshKeysAdd = defineCommand({
  words: 'ssh-keys add',
  summary: 'Add an SSH key for git push',
  arguments: [
    { name: 'name', summary: 'key name' },
    { name: 'file', summary: 'public key file, such as ~/.ssh/id_ed25519.pub', completes: 'files' },
  ],
  examples: ['berth ssh-keys add laptop ~/.ssh/id_ed25519.pub'],
  async handle(context) {
    const { terminal, output, args } = context
    const path = resolve(terminal.folder, args.file)
    const key = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(`${path} cannot be read (${error.code}).`)
    })
    if (key.includes('PRIVATE KEY'))
      throw new Refusal(
        'This is a private key, which must not be shared.',
        'Use the file that ends in .pub.',
      )
    const { client } = await openSession(context)
    await client.sshKeys.add(args.name, key.trim())
    output.print({ name: args.name, key: key.trim() }, () => `Added the SSH key '${args.name}'.`)
    return 0
  },
})
