import { glob, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, type Rolldown } from 'vite'
import { compressFile, compressFiles } from '#kit/files/compress-files.ts'
import { recordInputs } from '#kit/files/input-record.ts'
import { putInPlace } from '#kit/files/put-in-place.ts'
import { dist, recordName, root } from './is-built.ts'
import { licencesName, writeThirdParties } from './third-parties.ts'
import { consoleBuild } from './vite-config.ts'

/**
 * Builds the console into `console/dist`, which appears complete or not at all: several servers and tests may read it, or
 * build it, at the same time.
 */
export async function buildConsole(): Promise<void> {
  const draft = `${dist}-${process.pid}`
  try {
    const output = await build({
      ...consoleBuild,
      mode: 'production',
      build: { ...consoleBuild.build, outDir: draft },
    })
    const outputs = [output].flat() as Rolldown.RolldownOutput[]
    await writeThirdParties(root, draft, outputs)
    await compressFiles(join(draft, 'assets'))
    await compressFile(join(draft, licencesName))
    const inputs = await recordInputs(root, await inputsOf(outputs))
    await writeFile(join(draft, recordName), JSON.stringify(inputs, null, 1))
    await putInPlace(draft, dist)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Our own modules in the output, and what decides how they are built. */
async function inputsOf(outputs: readonly Rolldown.RolldownOutput[]): Promise<string[]> {
  const modules = outputs.flatMap(({ output }) =>
    output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])),
  )
  const own = modules
    .map((id) => relative(root, id.replace(/\?.*$/, '')))
    .filter((path) => /^(console|client|kit|protocol)\//.test(path))
  const fixed = ['package-lock.json', 'console/index.html', 'kit/files/compress-files.ts']
  const styles = await Array.fromAsync(glob('console/**/*.css', { cwd: root, exclude: isDist }))
  const builders = await Array.fromAsync(
    glob('{console/build,kit/npm,kit/text}/*.ts', { cwd: root }),
  )
  return [...new Set([...own, ...fixed, ...styles, ...builders])]
    .filter((path) => !path.endsWith('.test.ts'))
    .sort()
}

const isDist = (path: string) => /(^|\/)dist(-|\/|$)/.test(path)
