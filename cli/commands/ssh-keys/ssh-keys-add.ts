import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'

export const sshKeysAdd = defineCommand({
  words: 'ssh-keys add',
  summary: 'Add an SSH key that may push as you',
  arguments: [
    { name: 'name', summary: 'what the key is called' },
    { name: 'file', summary: 'the public key, such as ~/.ssh/id_ed25519.pub' },
  ],
  async handle(context) {
    const { terminal, output, args } = context
    const path = resolve(terminal.folder, args.file)
    const key = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(`${path} cannot be read (${error.code}).`)
    })
    if (key.includes('PRIVATE KEY'))
      throw new Refusal(
        'This is a private key, which never leaves your machine.',
        'Give the file that ends in .pub.',
      )
    const { client } = await openSession(context)
    await client.sshKeys.add(args.name, key.trim())
    output.print({ name: args.name, key: key.trim() }, () => `Added the SSH key '${args.name}'.`)
    return 0
  },
})
