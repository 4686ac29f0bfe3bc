import type { VersionWish } from '#runtimes/choose-version.ts'
import type { Project } from './project.ts'

/** Files of version managers that hold one version, for where package.json and the variables are silent. */
type VersionFile = '.nvmrc' | '.node-version' | '.bun-version'

/** What nvm calls the newest release of all, beside `node`. */
const synonyms: ReadonlyMap<string, string> = new Map([['stable', 'node']])

/** The first line that says something, in the application's folder or else in the main one. */
export async function readVersionFile(
  { source, repository }: Project,
  name: VersionFile,
): Promise<VersionWish | undefined> {
  for (const where of [source, repository]) {
    const lines = ((await where?.read(name)) ?? '').split('\n')
    const text = lines.map((line) => (line.split('#')[0] ?? '').trim()).find((line) => line !== '')
    if (text !== undefined) return { text: synonyms.get(text) ?? text, origin: name }
  }
  return undefined
}

/** In the order in which they count. */
export async function nodeVersionFiles(project: Project): Promise<VersionWish[]> {
  const wishes = [
    await readVersionFile(project, '.nvmrc'),
    await readVersionFile(project, '.node-version'),
  ]
  return wishes.filter((wish) => wish !== undefined)
}
