import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { apiReference } from './api-reference.ts'
import { cliReference } from './cli-reference.ts'
import { decisionList } from './decision-list.ts'
import { glossary } from './glossary.ts'
import { rolesReference } from './roles.ts'
import { settingsReference } from './settings-reference.ts'
import { storeSchema } from './store-schema.ts'
import { variablesReference } from './variables-reference.ts'

/** A page, or a module, generated from the code. */
export interface Piece {
  /** Path from the root of the checkout. */
  file: string
  render(): string | Promise<string>
}

/** Every generated file. */
export const pieces: readonly Piece[] = [
  { file: 'docs/decisions/README.md', render: decisionList },
  { file: 'docs/glossary.md', render: glossary },
  { file: 'docs/reference/api.md', render: apiReference },
  { file: 'docs/reference/cli.md', render: cliReference },
  { file: 'docs/reference/roles.md', render: rolesReference },
  { file: 'docs/reference/settings.md', render: settingsReference },
  { file: 'docs/reference/variables.md', render: variablesReference },
  { file: 'server/stores/migrations/schema.ts', render: storeSchema },
]

/** `npm run docs` writes the reference pages, `npm run docs -- screenshots [part of a name…]` the pictures, which takes minutes. */
if (import.meta.main) {
  const [what, ...wanted] = process.argv.slice(2)
  if (what === undefined) await writePieces()
  else if (what === 'screenshots')
    await (await import('./screenshots/screenshots.ts')).drawScreenshots(wanted)
  else {
    console.error(`There is no ${what} to write: only screenshots.`)
    process.exitCode = 2
  }
}

async function writePieces(): Promise<void> {
  for (const { file, render } of pieces) {
    const path = join(import.meta.dirname, '..', file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await render())
    console.log(file)
  }
  console.log('Screenshots of the console: npm run docs -- screenshots')
}
