import { valid } from '#kit/text/versions.ts'
import { isPackageName } from '#runtimes/node/lock-files/dependency-spec.ts'
import { isArchiveAddress, isStrongIntegrity } from '#runtimes/node/lock-files/integrity.ts'
import type { Edge, LockedPackage, LockResult } from '#runtimes/node/lock-files/lock-graph.ts'
import { type Manifest, rootEdges, textMap } from '#runtimes/node/lock-files/manifest.ts'
import { parseYamlText, readYaml, readYamlHead } from '#runtimes/node/lock-files/yaml-text.ts'
import { isObject } from '#runtimes/node/package-json.ts'
import { quote } from '#runtimes/variable.ts'
import { type PnpmFormat, pnpmFormats } from './lock-formats.ts'

const lockFile = 'pnpm-lock.yaml'

/** Sections that neither change packages nor name other files. */
const knownSections = new Set([
  ...['lockfileVersion', 'settings', 'importers', 'packages', 'snapshots', 'overrides', 'time'],
  ...['specifiers', 'dependencies', 'devDependencies', 'optionalDependencies'],
  ...['onlyBuiltDependencies', 'neverBuiltDependencies'],
])

const knownFields = new Set([
  ...['resolution', 'engines', 'cpu', 'os', 'libc', 'deprecated', 'hasBin', 'requiresBuild'],
  ...['peerDependencies', 'peerDependenciesMeta', 'bundledDependencies', 'dev', 'optional'],
  ...['dependencies', 'optionalDependencies', 'transitivePeerDependencies'],
])

const groupNames = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

const documentStart = '---\n'
const documentEnd = '\n---\n'

/** Whether the file starts with a separate document that records the release of pnpm, as from pnpm 11 on. */
export const namesManager = (text: string): boolean =>
  text.startsWith(documentStart) && text.includes(documentEnd)

/** Both documents, split as pnpm does. */
function documentsOf(text: string): { manager?: string; main: string } {
  if (!namesManager(text)) return { main: text }
  const end = text.indexOf(documentEnd)
  return {
    manager: text.slice(documentStart.length, end),
    main: text.slice(end + documentEnd.length),
  }
}

/**
 * Whether the first document contains only the pnpm release, which the recipe chooses anyway; other sections, such as
 * pnpm plugins, would affect packages.
 */
function namesOnlyManager(text: string): boolean {
  const head = readYaml(text)
  const importer = isObject(head) && isObject(head.importers) ? head.importers['.'] : undefined
  return isObject(importer) && Object.keys(importer).join() === 'packageManagerDependencies'
}

/** Format such as `9.0`; `undefined` when the text has none. */
export function pnpmLockFormat(text: string): string | undefined {
  const head = readYamlHead(documentsOf(text).main)
  const version = isObject(head) ? head.lockfileVersion : undefined
  return typeof version === 'string' ? version : undefined
}

export interface PnpmLockOptions {
  manifest: Manifest
  overrides: ReadonlyMap<string, string>
}

export function readPnpmLock(text: string, options: PnpmLockOptions): LockResult {
  const { manager, main } = documentsOf(text)
  if (manager !== undefined && !namesOnlyManager(manager)) {
    return { obstacle: `${lockFile} names more than its packages` }
  }
  const parsed = parseYamlText(main)
  if ('problem' in parsed) return { obstacle: `${lockFile} ${parsed.problem}` }
  const lock = parsed.value
  if (!isObject(lock)) return { obstacle: `${lockFile} cannot be read` }
  const format = pnpmFormats.get(String(lock.lockfileVersion))
  if (!format) return { obstacle: `${lockFile} has a format that is not known here` }
  const unknown = Object.keys(lock).find((section) => !knownSections.has(section))
  if (unknown) return { obstacle: `${lockFile} has ${quote(unknown)}` }
  const importers = lock.importers ?? { '.': lock }
  if (!isObject(importers) || !isObject(importers['.']) || Object.keys(importers).length > 1) {
    return { obstacle: `${lockFile} has workspaces` }
  }
  const packages = readPackages(lock, format)
  if (typeof packages === 'string') return { obstacle: packages }
  const root = readRoot(importers['.'], options)
  if (!root) return { obstacle: `${lockFile} does not agree with package.json` }
  const byId = new Map(packages.map((each) => [each.id, each]))
  return {
    graph: {
      lockFile,
      root,
      packages,
      // Overrides are already applied in what the lock file resolved to.
      overrides: new Map(),
      resolve: ({ name, ref }) =>
        ref === undefined ? undefined : byId.get(format.idOf(name, ref)),
      isAccepted: () => true,
    },
  }
}

/** Every package is pinned by `packages`; in the latest format its dependencies are in `snapshots`. */
function readPackages(lock: Record<string, unknown>, format: PnpmFormat): LockedPackage[] | string {
  const { packages: pinned = {}, snapshots } = lock
  if (!isObject(pinned)) return `${lockFile} cannot be read`
  for (const [id, fields] of Object.entries(pinned)) {
    const problem = problemOf(id, fields, format)
    if (problem) return problem
  }
  if (!format.hasSnapshots) return collect(pinned, format)
  const nodes = snapshots ?? {}
  if (!isObject(nodes)) return `${lockFile} cannot be read`
  const loose = Object.keys(nodes).find((id) => !Object.hasOwn(pinned, format.pinOf(id)))
  return loose ? `${quote(loose)} is not pinned by a sha512 in ${lockFile}` : collect(nodes, format)
}

function problemOf(id: string, fields: unknown, format: PnpmFormat): string | undefined {
  const stray = `${quote(id)} does not come from a registry`
  const identity = format.identify(id)
  if (!identity || !isPackageName(identity.name) || valid(identity.version) === null) return stray
  if (!isObject(fields) || !isObject(fields.resolution)) return stray
  const { integrity, tarball, ...more } = fields.resolution
  if (Object.keys(more).length > 0 || (tarball !== undefined && !isArchiveAddress(tarball))) {
    return stray
  }
  if (!isStrongIntegrity(integrity)) return `${quote(id)} is not pinned by a sha512 in ${lockFile}`
  const unknown = Object.keys(fields).find((field) => !knownFields.has(field))
  return unknown && `${quote(id)} has ${quote(unknown)} in ${lockFile}`
}

function collect(nodes: Record<string, unknown>, format: PnpmFormat): LockedPackage[] | string {
  const packages: LockedPackage[] = []
  for (const [id, fields] of Object.entries(nodes)) {
    const identity = format.identify(id)
    const known = isObject(fields) && Object.keys(fields).every((field) => knownFields.has(field))
    const groups = isObject(fields) ? [fields.dependencies, fields.optionalDependencies] : []
    const [required, optional] = groups.map(textMap)
    if (!identity || !known || !required || !optional) {
      return `${quote(id)} cannot be read in ${lockFile}`
    }
    const edges = [...required, ...optional].map(([name, ref]) => ({ name, ref }))
    packages.push({ id, ...identity, edges })
  }
  return packages
}

/** The application's own dependencies and their resolutions; `undefined` when they differ from the manifest. */
function readRoot(
  importer: Record<string, unknown>,
  { manifest, overrides }: PnpmLockOptions,
): Edge[] | undefined {
  const specifiers = textMap(importer.specifiers)
  const locked = new Map<string, { specifier: unknown; version: unknown }>()
  for (const group of groupNames) {
    const entries = importer[group] ?? {}
    if (!isObject(entries) || !specifiers) return undefined
    for (const [name, entry] of Object.entries(entries)) {
      if (locked.has(name)) return undefined
      const { specifier, version } = isObject(entry)
        ? entry
        : { specifier: specifiers.get(name), version: entry }
      locked.set(name, { specifier, version })
    }
  }
  const wanted = rootEdges(manifest)
  const names = new Set(wanted.map(({ name }) => name))
  if ([...locked.keys()].some((name) => !names.has(name))) return undefined
  const agreed = wanted.flatMap((edge) => {
    const { specifier, version } = locked.get(edge.name) ?? {}
    const isSame = specifier === edge.spec || specifier === overrides.get(edge.name)
    if (edge.isPeer && version === undefined) return [edge]
    return isSame && typeof version === 'string' ? [{ ...edge, ref: version }] : []
  })
  return agreed.length === wanted.length ? agreed : undefined
}
