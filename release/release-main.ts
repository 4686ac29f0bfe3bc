import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildArtefacts } from './build-artefacts.ts'
import { cutRelease } from './cut-release.ts'
import { ReleaseError } from './release-error.ts'
import { verifyRelease } from './verify-release.ts'

const usage = `Makes a release, or proves one.

  npm run release -- 0.2.0             changelog, version, commit, artefacts in dist/, tag
  npm run release -- 0.2.0 --dry-run   says what that would do
  npm run release -- --build FOLDER    artefacts of the commit that is checked out
  npm run release -- --verify FOLDER   builds the commit of these artefacts again and compares them`

const root = join(import.meta.dirname, '..')
const say = (line: string) => console.log(line)

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      build: { type: 'string' },
      verify: { type: 'string' },
    },
  })
  const { build, verify, 'dry-run': isDryRun } = values
  const [version, ...rest] = positionals
  const wanted = [version, build, verify].filter((each) => each !== undefined)
  if (wanted.length !== 1 || rest.length > 0) {
    say(usage)
    return 2
  }
  if (verify !== undefined) await verifyRelease({ root, folder: resolve(verify), say })
  else if (build !== undefined) await buildArtefacts(root, resolve(build))
  else if (version !== undefined) {
    const today = new Date().toISOString().slice(0, 10)
    await cutRelease({ root, version, today, isDryRun, say })
  }
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  for (const problem of error.problems) console.error(problem)
  process.exitCode = 1
}
