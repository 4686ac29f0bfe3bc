import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from '#cli/define-command.ts'
import { newManifest } from '#cli/providers/new-manifest.ts'
import { Refusal } from '#cli/refusal.ts'

export const providerInit = defineCommand({
  words: 'provider init',
  summary: 'Write the manifest of a new add-on provider, with fresh secrets',
  description:
    'The file contains the password and the SSO salt. Only you can read it; do not commit it.',
  arguments: [
    {
      name: 'file',
      summary: 'where to write it (default: manifest.json)',
      completes: 'files',
      optional: true,
    },
  ],
  options: {
    id: {
      type: 'string',
      value: 'id',
      required: true,
      summary: 'Provider id, cannot be changed: lower-case letters, digits, underscores and dashes',
    },
    name: { type: 'string', short: 'n', value: 'name', summary: 'Name shown to customers' },
    'base-url': {
      type: 'string',
      value: 'url',
      required: true,
      summary: 'Base URL of your service for orders',
    },
    'sso-url': {
      type: 'string',
      value: 'url',
      summary: 'SSO URL (default: /sso of the base URL)',
    },
    'test-url': {
      type: 'string',
      value: 'url',
      default: 'http://localhost:8080',
      summary: 'Base URL of your service for tests',
    },
    variable: {
      type: 'string',
      value: 'name',
      multiple: true,
      summary: 'Variable that an add-on provides (default: upper-case id followed by _URL)',
    },
  },
  examples: [
    'berth provider init --id pigeon --name Pigeons --base-url https://pigeon.example.org/resources',
  ],
  async handle({ args, options, terminal, output }) {
    const name = args.file ?? 'manifest.json'
    const manifest = newManifest({
      id: options.id,
      name: options.name,
      baseUrl: options['base-url'],
      ssoUrl: options['sso-url'],
      testUrl: options['test-url'],
      variables: options.variable,
    })
    // Imported lazily, because the help loads every command.
    const { checkManifest } = await import('#protocol/manifest/manifest.ts')
    const errors = checkManifest(manifest, { loopbackProduction: true }).problems.filter(
      ({ severity }) => severity === 'error',
    )
    if (errors.length > 0)
      throw new Refusal(
        `The manifest would be invalid:${errors.map(({ path, sentence }) => `\n  ${path}: ${sentence}`).join('')}`,
      )
    await writeNew(resolve(terminal.folder, name), name, manifest)
    output.print({ file: name, id: options.id }, () =>
      [
        `Wrote ${name}. Keep it secret: it contains the password and the SSO salt of ${options.id}.`,
        `\`berth provider test ${name}\` tests your service as the platform would; \`berth provider push ${name}\` publishes it.`,
      ].join('\n'),
    )
    return 0
  },
})

async function writeNew(path: string, name: string, manifest: unknown): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new Refusal(
          `'${name}' already exists, and its secrets may be in use.`,
          'Choose another file name.',
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
