import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from '#cli/define-command.ts'
import { newManifest } from '#cli/providers/new-manifest.ts'
import { Refusal } from '#cli/refusal.ts'
import { checkManifest } from '#protocol/manifest.ts'

export const providerInit = defineCommand({
  words: 'provider init',
  summary: 'Write the manifest of a new add-on provider, with fresh secrets',
  description:
    'The file holds the password and the salt of single sign-on: it is written for you alone, and belongs into no repository.',
  arguments: [
    { name: 'file', summary: 'where to write it (default: manifest.json)', optional: true },
  ],
  options: {
    id: {
      ...{ type: 'string', value: 'id', required: true },
      summary: 'Its id for ever: lower-case letters, digits, underscores and dashes',
    },
    name: { type: 'string', short: 'n', value: 'name', summary: 'What customers read' },
    'base-url': {
      ...{ type: 'string', value: 'url', required: true },
      summary: 'Where your service takes orders',
    },
    'sso-url': {
      ...{ type: 'string', value: 'url' },
      summary: 'Where customers sign on (default: /sso of the base URL)',
    },
    'test-url': {
      ...{ type: 'string', value: 'url', default: 'http://localhost:8080' },
      summary: 'Where your service runs while it is being created',
    },
    variable: {
      ...{ type: 'string', value: 'name', multiple: true },
      summary: 'A variable that an add-on gives (default: the id in capitals and _URL)',
    },
  },
  examples: [
    'berth provider init --id pigeon --name Pigeons --base-url https://pigeon.example.org/resources',
  ],
  async handle({ args, options, terminal, output }) {
    const name = args.file ?? 'manifest.json'
    const manifest = newManifest({
      ...{ id: options.id, name: options.name, baseUrl: options['base-url'] },
      ...{ ssoUrl: options['sso-url'], testUrl: options['test-url'], variables: options.variable },
    })
    const errors = checkManifest(manifest, { loopbackProduction: true }).problems.filter(
      ({ severity }) => severity === 'error',
    )
    if (errors.length > 0)
      throw new Refusal(
        `This makes no manifest.${errors.map(({ path, sentence }) => `\n  ${path}: ${sentence}`).join('')}`,
      )
    await writeNew(resolve(terminal.folder, name), name, manifest)
    output.print({ file: name, id: options.id }, () =>
      [
        `Wrote ${name}. Keep it secret: the password and the salt of ${options.id} are in it.`,
        `\`berth provider test ${name}\` plays the platform against your service; \`berth provider push ${name}\` makes it known.`,
      ].join('\n'),
    )
    return 0
  },
})

async function writeNew(path: string, name: string, manifest: unknown): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new Refusal(
          `There is a '${name}' already; its secrets may be in use.`,
          'Name another file.',
        )
      : new Refusal(`'${name}' cannot be written (${error.code}).`)
  })
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}
