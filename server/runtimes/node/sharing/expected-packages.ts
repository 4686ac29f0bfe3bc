import type { Edge } from '#runtimes/node/lock-files/lock-graph.ts'
import type { Manifest } from '#runtimes/node/lock-files/manifest.ts'
import type {
  NpmLockGraph,
  NpmPackage,
  PlatformField,
} from '#runtimes/node/package-managers/npm/lock.ts'

/** The installing tools are built for glibc. */
const thisPlatform: Record<PlatformField, string> = {
  os: process.platform,
  cpu: process.arch,
  libc: 'glibc',
}

/**
 * Optional packages for this platform, by their paths in `node_modules`. npm silently skips those that could not be
 * fetched or built, so a tree that lacks one is the result of an error or of an install script.
 */
export function expectedPackages(
  graph: NpmLockGraph,
  root: readonly Edge[],
  platform = thisPlatform,
): string[] {
  const byId = new Map(graph.packages.map((each) => [each.id, each]))
  const reached = new Set<NpmPackage>()
  // Dependencies of packages for other platforms only are not installed either.
  const visit = (edges: readonly Edge[], from?: NpmPackage) => {
    for (const edge of edges) {
      const locked = edge.isOptional ? undefined : graph.resolve(edge, from)
      const found = locked && byId.get(locked.id)
      if (found && canInstall(found, platform)) reached.add(found)
    }
  }
  visit(root)
  for (const each of reached) visit(each.edges, each)
  return [...reached]
    .filter(({ isOptional, isBundled }) => isOptional && !isBundled)
    .map(({ id }) => id.slice('node_modules/'.length))
    .sort()
}

/** What npm installs for the application itself; a package in several groups is not only a development dependency. */
export function installedEdges(
  edges: readonly Edge[],
  { groups }: Manifest,
  development: boolean,
): Edge[] {
  const isDevelopment = (name: string) =>
    groups.devDependencies.has(name) &&
    !groups.dependencies.has(name) &&
    !groups.optionalDependencies.has(name)
  return edges.filter(({ name }) => development || !isDevelopment(name))
}

const canInstall = ({ platforms }: NpmPackage, platform: Record<PlatformField, string>) =>
  (['os', 'cpu', 'libc'] as const).every((field) => allows(platforms[field], platform[field]))

/** As npm reads such a list: `!` excludes, and a list of exclusions only allows everything else. */
function allows(list: unknown, value: string): boolean {
  if (list === undefined) return true
  const entries = (Array.isArray(list) ? list : [list]).map(String)
  if (entries.includes('any') && entries.length === 1) return true
  if (entries.includes(`!${value}`)) return false
  return entries.includes(value) || entries.every((entry) => entry.startsWith('!'))
}
