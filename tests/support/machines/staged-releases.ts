import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { architectures } from '#packaging/architectures.ts'
import { buildPrograms, stageRelease } from '#packaging/stage-release.ts'
import { root } from '#tests/laws/source-tree.ts'

const copyTimeout = 600_000
/** Has the version in each release but the first. */
export const newFile = 'newer.txt'

/** Releases of the checkout that follow each other, in a folder of a test. */
export interface StagedReleases extends AsyncDisposable {
  /** Folder of one. */
  of(version: string): string
  /** Makes another version of one, and changes it. */
  next(from: string, version: string, change: (release: string) => Promise<void>): Promise<void>
}

export async function stageReleases(first: string): Promise<StagedReleases> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-releases-'))
  const of = (version: string) => join(folder, version)
  await buildPrograms(root)
  const architecture = architectures.find(({ node }) => node === process.arch) ?? assert.fail()
  const note = { version: first, commit: 'a'.repeat(40), date: '2026-01-01T00:00:00.000Z' }
  await stageRelease(root, { release: of(first), note, architecture, documentation: undefined })
  return {
    of,
    async next(from, version, change) {
      // Files that change are written anew, so that the others take no room.
      const copy = ['cp', '--archive', '--link', '--', of(from), of(version)] as const
      await runOrThrow([...copy], { timeout: copyTimeout })
      for (const name of ['package.json', 'release.json']) {
        const facts = JSON.parse(await readFile(join(of(version), name), 'utf8'))
        await rewrite(join(of(version), name), JSON.stringify({ ...facts, version }))
      }
      await change(of(version))
      await writeFile(join(of(version), newFile), version)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Replaces a file instead of writing to it: another version has a link to it. */
async function rewrite(file: string, text: string): Promise<void> {
  await rm(file)
  await writeFile(file, text)
}

/** Makes the router another one, which takes over from that of the version before. */
export async function changeRouter(release: string): Promise<void> {
  const main = join(release, 'server/routers/node/main.ts')
  await rewrite(main, `${await readFile(main, 'utf8')}// changed\n`)
}

/** Gives a release one more migration; it runs from its sources, because the bundle has a list of its own. */
export async function addMigration(
  release: string,
  { name, compatibleWith, text }: { name: string; compatibleWith: string | null; text: string },
): Promise<void> {
  const folder = join(release, 'server/stores/migrations')
  const list = await readFile(join(folder, 'migrations.ts'), 'utf8')
  const end = `, migration('${name}', ${JSON.stringify(compatibleWith)})]\n`
  await rewrite(join(folder, 'migrations.ts'), list.replace(/,?\s*\]\n$/, end))
  await appendFile(join(folder, `${name}.sql`), text)
  await rm(join(release, 'server/dist/current.json'), { force: true })
}

/** Lets the server of a release run a program and end; its other commands, as the one that changes versions, still work. */
export async function breakStart(release: string, program: string): Promise<void> {
  const file = join(release, 'server/main.ts')
  const main = await readFile(file, 'utf8')
  await rewrite(file, `if (process.argv.length === 2) await import('./broken.ts')\n${main}`)
  await writeFile(join(release, 'server/broken.ts'), program)
}
