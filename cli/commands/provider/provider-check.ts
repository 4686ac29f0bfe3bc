import { defineCommand } from '#cli/define-command.ts'
import { printable } from '#cli/terminal/printable.ts'
import { checkManifest } from '#protocol/manifest.ts'
import { readManifestFile } from './manifest-file.ts'

export const providerCheck = defineCommand({
  words: 'provider check',
  summary: 'Check the manifest of an add-on provider, without calling anybody',
  description: 'All problems are told at once. Warnings refuse nothing.',
  arguments: [{ name: 'manifest', summary: 'the JSON file' }],
  examples: ['berth provider check manifest.json'],
  async handle({ args, terminal, output }) {
    const { manifest, problems } = checkManifest(await readManifestFile(terminal, args.manifest))
    output.print({ valid: manifest !== undefined, problems }, () =>
      problems.length === 0
        ? 'The manifest is good.'
        : problems
            .map(({ severity, path, sentence }) => {
              const mark = terminal.paint(severity === 'error' ? 'red' : 'yellow', severity)
              return printable(`${mark} ${path === '' ? '' : `${path}: `}${sentence}`)
            })
            .join('\n'),
    )
    return manifest ? 0 : 1
  },
})
