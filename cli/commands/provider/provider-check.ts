import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { hasProfile, type ProfileChoice } from '#cli/profiles/chosen-profile.ts'
import { openSession } from '#cli/profiles/session.ts'
import { readJsonFile } from '#cli/resolve/json-file.ts'
import { findCheckOwner } from '#cli/resolve/push-owner.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { ManifestCheck } from '#client/resources/marketplace/providers.ts'
import { own } from '#protocol/json-value.ts'

export const providerCheck = defineCommand({
  words: 'provider check',
  summary: 'Check the manifest of an add-on provider without pushing it',
  description:
    'Runs the same checks on the platform as `berth provider push`. Without a login,\n' +
    'or with --offline, checks the specification locally. Reports all problems at once; warnings do not block a push.',
  arguments: [{ name: 'manifest', summary: 'manifest file', completes: 'files' }],
  options: {
    offline: { type: 'boolean', summary: 'Check locally only' },
    ...orgOption,
  },
  examples: ['berth provider check manifest.json', 'berth provider check manifest.json --offline'],
  async handle(context) {
    const { args, options, terminal, output } = context
    const manifest = await readJsonFile(terminal, args.manifest)
    const isOffline = options.offline || !(await hasProfile(context))
    const { valid, problems } = isOffline
      ? await checkHere(manifest)
      : await askPlatform(context, manifest, options.org)
    output.print({ valid, problems }, () =>
      problems.length === 0
        ? 'The manifest is valid.'
        : problems
            .map(({ severity, path, sentence }) => {
              const mark = terminal.paint(severity === 'error' ? 'red' : 'yellow', severity)
              return printable(`${mark} ${path === '' ? '' : `${path}: `}${sentence}`)
            })
            .join('\n'),
    )
    return valid ? 0 : 1
  },
})

/** Imports the validator lazily, because the help loads every command. */
async function checkHere(manifest: unknown): Promise<ManifestCheck> {
  const { checkManifest } = await import('#protocol/manifest/manifest.ts')
  const { manifest: usable, problems } = checkManifest(manifest)
  return { valid: usable !== undefined, problems }
}

async function askPlatform(
  context: ProfileChoice,
  manifest: unknown,
  org: string | undefined,
): Promise<ManifestCheck> {
  const { client } = await openSession(context)
  const ownerId = await findCheckOwner(client, own(manifest, 'id'), org)
  return client.providers.check(ownerId, manifest)
}
