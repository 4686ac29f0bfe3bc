import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { type Catalogue, makeCatalogue } from './make-catalogue.ts'

const help = `npm run catalogue [-- <registry>]

Updates server/toolchains/npm/catalogue/catalogue.json: the stable releases of Node, npm, pnpm, Yarn, Bun and Deno that
applications can have, with today's date. They are what the registry offers for each processor; the registry is
the one given, else the one that npm on this machine uses.

The server reads the file and never asks: a release reaches applications with the next refresh. The end of life of
each line of Node stands in end-of-life.json beside it and is kept by hand.`

const timeout = 120_000
const file = new URL('./catalogue.json', import.meta.url)

async function refresh(setting: string | undefined): Promise<void> {
  const registry = await npmRegistry({ setting })()
  const signal = AbortSignal.timeout(timeout)
  const catalogue = await makeCatalogue({ registry, fetch, signal })
  await writeFile(file, asText(catalogue))
  for (const [tool, releases] of Object.entries(catalogue.tools)) {
    const lists = Array.isArray(releases) ? { 'every processor': releases } : releases
    for (const [processor, { length }] of Object.entries(lists)) {
      console.log(`${tool}: ${length} releases for ${processor}`)
    }
  }
}

/** JSON in the format of this repository's formatter, with short lists on one line. */
function asText({ date, tools }: Catalogue): string {
  const text = JSON.stringify({ date, ...tools }, null, 2)
  const folded = text.replace(/^ *"\w+": \[[^\]]*\],?$/gm, (list) => {
    const line = list.replace(/\[\s+|\s+\]|\n\s+/g, (gap) => gap.trim() || ' ')
    return line.length <= 100 ? line : list
  })
  return `${folded}\n`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
})
if (values.help) console.log(help)
else {
  await refresh(positionals[0]).catch((error: Error) => {
    console.error(`The catalogue stays as it was: ${error.message}`)
    process.exitCode = 1
  })
}
