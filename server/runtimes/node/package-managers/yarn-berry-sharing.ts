import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/quote.ts'
import { generalObstacle, type Sharing, scriptObstacle, sharedBy } from './sharing.ts'
import type { YarnEntry, YarnLock } from './yarn-lock-file.ts'
import type { YarnSettings } from './yarn-settings.ts'

const lockFile = 'yarn.lock'

export async function yarnBerrySharing(
  project: Project,
  settings: YarnSettings,
  lock: YarnLock,
): Promise<Sharing> {
  const obstacle =
    (await generalObstacle(project, lockFile)) ?? ownObstacle(project, settings, lock)
  if (obstacle) return { obstacle }
  return sharedBy(project, ['package.json', lockFile, '.yarnrc.yml', '.npmrc'])
}

function ownObstacle(
  project: Project,
  { linker, text }: YarnSettings,
  { format, entries }: YarnLock,
): string | undefined {
  if (linker !== 'node-modules') return `Yarn's linker is ${quote(linker)}, not node-modules`
  if (text.includes('${')) return '.yarnrc.yml names variables'
  if (/^checksumBehavior:/m.test(text)) return '.yarnrc.yml lets packages in that have another hash'
  if (/^(yarnPath|plugins|injectEnvironmentFiles):/m.test(text)) {
    return '.yarnrc.yml names files of the repository'
  }
  if (format === undefined) return `${lockFile} cannot be read or has the format of Yarn 1`
  const [root, ...others] = entries.filter(isWorkspace)
  if (!root || others.length > 0) return `${lockFile} has workspaces`
  const stray = entries.find((entry) => !isWorkspace(entry) && !isPinned(entry))
  if (stray) return `${quote(stray.keys[0] ?? '')} does not come from a registry or has no checksum`
  if (!agrees(root, project)) return `${lockFile} does not agree with package.json`
  return scriptObstacle(
    project,
    entries.map(({ keys }) => /^(@?[^@]+)/.exec(keys[0] ?? '')?.[1] ?? ''),
  )
}

const isWorkspace = ({ fields }: YarnEntry) =>
  fields.get('linkType') === 'soft' && (fields.get('resolution') ?? '').includes('@workspace:')

function isPinned({ fields }: YarnEntry): boolean {
  const resolution = fields.get('resolution') ?? ''
  const isOfRegistry = /^@?[^@]+@npm:[^:]+$/.test(resolution)
  // Yarn carries such patches itself.
  const isBuiltin = /@patch:[^#]+#(optional!|~)*builtin</.test(resolution)
  return (isOfRegistry || isBuiltin) && fields.has('checksum')
}

/** Whether the lock file knows the same wishes; development dependencies stand among the others there. */
function agrees(root: YarnEntry, { packageJson }: Project): boolean {
  const { dependencies, devDependencies, optionalDependencies } = packageJson
  const wanted = Object.entries({ ...devDependencies, ...optionalDependencies, ...dependencies })
  return (
    wanted.length === root.dependencies.size &&
    wanted.every(([name, range]) => {
      const locked = root.dependencies.get(name)
      return locked === range || locked === `npm:${range}`
    })
  )
}
