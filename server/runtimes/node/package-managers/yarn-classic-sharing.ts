import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/quote.ts'
import { lockText } from './lock-text.ts'
import { generalObstacle, type Sharing, scriptObstacle, sharedBy } from './sharing.ts'
import { readYarnLock, type YarnEntry } from './yarn-lock-file.ts'

const lockFile = 'yarn.lock'

export async function yarnClassicSharing(project: Project): Promise<Sharing> {
  const obstacle = (await generalObstacle(project, lockFile)) ?? (await ownObstacle(project))
  return obstacle ? { obstacle } : sharedBy(project, ['package.json', lockFile, '.npmrc'])
}

async function ownObstacle(project: Project): Promise<string | undefined> {
  const { packageJson, names } = project
  if (names.has('.yarnrc')) return 'there is a .yarnrc'
  const { format, entries } = readYarnLock(await lockText(project, lockFile))
  if (format !== undefined) return `${lockFile} has the format of a later Yarn`
  const stray = entries.find((entry) => !isPinned(entry))
  if (stray) return `${quote(stray.keys[0] ?? '')} does not come from a registry`
  // Without it Yarn 1 looks for the newest version again, and takes that with any hash.
  const loose = entries.find(({ fields }) => !/^https?:\/\//.test(fields.get('resolved') ?? ''))
  if (loose) return `${lockFile} does not say where ${quote(loose.keys[0] ?? '')} was resolved`
  const locked = new Set(entries.flatMap(({ keys }) => keys))
  const { dependencies, devDependencies, optionalDependencies } = packageJson
  const wanted = Object.entries({ ...devDependencies, ...optionalDependencies, ...dependencies })
  if (wanted.some(([name, range]) => !locked.has(`${name}@${range}`))) {
    return `${lockFile} does not agree with package.json`
  }
  return scriptObstacle(project, [...locked].map(nameOf))
}

const isPinned = ({ keys, fields }: YarnEntry) =>
  /^sha\d+-/.test(fields.get('integrity') ?? '') &&
  !keys.some((key) => /@(file|link|portal|git|github|\.{0,2}\/)/.test(key.slice(1)))

const nameOf = (key: string) => /^(@?[^@]+)/.exec(key)?.[1] ?? key
