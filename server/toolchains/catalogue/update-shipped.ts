import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { goProxies } from '#toolchains/go/go-proxy.ts'
import { readNewestJdks } from '#toolchains/java/newest-jdks.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import type { ToolCatalogue } from './catalogue.ts'
import { jdkQuestion, makeCatalogue } from './make-catalogue.ts'
import { shippedCatalogue } from './shipped-catalogue.ts'

const help = `npm run catalogue [-- <registry> --go-proxy <GOPROXY>]

Updates server/toolchains/catalogue/catalogue.json, the catalogue that ships: the stable releases of Node, npm, pnpm, Yarn,
Bun and Deno that the registry offers for each architecture, the long-term support and end of life of each line of Node, the
releases of Go that the proxy has, and the newest JDK of each line that Debian's suites and their security suites have. The registry is the one given, else the one that npm on this machine uses; the mirror is
that of apt on this machine.

sbt, Play 1, and the suites and ends of life of JDKs are in the same file and are kept by hand. A running platform refreshes its own copy of the rest.`

const timeout = 1_200_000
const file = fileURLToPath(new URL('./catalogue.json', import.meta.url))
const biome = fileURLToPath(new URL('../../../node_modules/.bin/biome', import.meta.url))

async function update(setting: string | undefined, goProxy: string | undefined): Promise<void> {
  const registry = await npmRegistry({ setting })()
  const signal = AbortSignal.timeout(timeout)
  const folder = await mkdtemp(join(tmpdir(), 'berth-catalogue-'))
  try {
    const made = await makeCatalogue(
      {
        registry: { registry, fetch, signal },
        go: { addresses: goProxies(goProxy), fetch, signal },
        jdks: (java) => readNewestJdks({ ...jdkQuestion(java), folder, signal }),
      },
      shippedCatalogue,
      new Date(),
    )
    for (const { tool, text } of made.notes) console.log(`${tool}: ${text}`)
    const [problem] = made.problems
    if (problem) throw new Error(`${problem.tool}: ${problem.text}`)
    await write(made.catalogue)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function write(next: ToolCatalogue): Promise<void> {
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
  options: { help: { type: 'boolean', short: 'h' }, 'go-proxy': { type: 'string' } },
})
if (values.help) console.log(help)
else {
  await update(positionals[0], values['go-proxy']).catch((error: Error) => {
    console.error(`The catalogue stays as it was: ${error.message}`)
    process.exitCode = 1
  })
}
