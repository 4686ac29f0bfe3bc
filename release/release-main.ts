import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildArtefacts, packagesAt } from './build-artefacts.ts'
import { cutRelease } from './cut-release.ts'
import { findPublished } from './published.ts'
import { ReleaseError } from './release-error.ts'
import { verifyRelease } from './verify-release.ts'

const usage = `Makes a release, or proves one. Nothing is pushed or published.

  npm run release -- 0.2.0             changelog, version, commit, artefacts in dist/, tag
  npm run release -- 0.2.0 --dry-run   says what is in the way, or what that would do
  npm run release -- --build FOLDER    artefacts of the commit that is checked out
  npm run release -- --verify FOLDER   builds the commit of these artefacts again and compares them
  npm run release -- --verify v0.2.0   the same with the checksums in that tag

  --level 0..9      compresses at another level, to try it in less time; artefacts of a level are
                    verified with the same one
  --without image   leaves out the container images, which need mmdebstrap

A release is cut on main, from a clean checkout whose changelog has entries under "Unreleased".
dist/ gets Debian packages, archives and container images for each processor, the command-line
tool, release.json with version and commit, the bill of materials (CycloneDX), licences and
SHA256SUMS, which the tag has as well.
If the build fails there is a commit without a tag: git reset --hard HEAD~1, and again.

Ends with 0, or with the reasons and 1 if it is not possible, 2 if it does not say what to do.`

const root = join(import.meta.dirname, '..')
const say = (line: string) => console.log(line)

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  const { build, verify, level, without = [], 'dry-run': isDryRun } = values
  const [version, ...rest] = positionals
  const wanted = [version, build, verify].filter((each) => each !== undefined)
  const isLevel = level === undefined || /^\d$/.test(level)
  const isKnown = isLevel && without.every((what) => what === 'image')
  if (values.help || wanted.length !== 1 || rest.length > 0 || !isKnown) {
    say(usage)
    return values.help ? 0 : 2
  }
  const packages = { level, hasImages: without.length === 0 }
  if (verify !== undefined) {
    const published = await findPublished(root, verify)
    await verifyRelease({ root, published, packages, say })
  } else if (build !== undefined) await buildArtefacts(root, resolve(build), packagesAt(packages))
  else if (version !== undefined) {
    const today = new Date().toISOString().slice(0, 10)
    await cutRelease({ root, version, today, isDryRun, say, packages })
  }
  return 0
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        build: { type: 'string' },
        verify: { type: 'string' },
        level: { type: 'string' },
        without: { type: 'string', multiple: true },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new ReleaseError([(error as Error).message, 'See npm run release -- --help.'])
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  for (const problem of error.problems) console.error(problem)
  process.exitCode = 1
}
