import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { refuseLosses } from './check-catalogue.ts'
import { makeCatalogue } from './make-catalogue.ts'
import { shippedCatalogue } from './shipped-catalogue.ts'

const help = `npm run catalogue [-- <registry>]

Updates server/toolchains/catalogue/catalogue.json, the catalogue that ships: the stable releases of Node, npm, pnpm, Yarn,
Bun and Deno that the registry offers for each architecture, and the long-term support and end of life of each line of Node.
The registry is the one given, else the one that npm on this machine uses.

JDKs, sbt and Play 1 are in the same file and are kept by hand: their sources have no list with hashes. A running platform refreshes
its own copy of the rest.`

const timeout = 600_000
const file = fileURLToPath(new URL('./catalogue.json', import.meta.url))
const biome = fileURLToPath(new URL('../../../node_modules/.bin/biome', import.meta.url))

async function update(setting: string | undefined): Promise<void> {
  const registry = await npmRegistry({ setting })()
  const signal = AbortSignal.timeout(timeout)
  const next = await makeCatalogue({ registry, fetch, signal }, shippedCatalogue, new Date())
  refuseLosses(shippedCatalogue, next)
  await writeFile(file, `${JSON.stringify(next, null, 2)}\n`)
  await runOrThrow([biome, 'format', '--write', file], { timeout })
  for (const [tool, { versions }] of Object.entries(next.tools)) {
    const lists = Array.isArray(versions) ? { 'every processor': versions } : versions
    for (const [processor, { length }] of Object.entries(lists)) {
      console.log(`${tool}: ${length} releases for ${processor}`)
    }
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
})
if (values.help) console.log(help)
else {
  await update(positionals[0]).catch((error: Error) => {
    console.error(`The catalogue stays as it was: ${error.message}`)
    process.exitCode = 1
  })
}
