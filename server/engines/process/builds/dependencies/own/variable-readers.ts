import { listEntriesIn, readFileIn } from '#kit/tenant-files/entries.ts'

/** Limit of the scan: a tenant decides how many folders there are. */
const maxFolders = 20_000
const maxEntries = 20_000
const maxBytes = 16 * 1024 * 1024
/** Parsing JSON blocks the event loop, so a larger package.json counts as having every script. */
const maxManifestBytes = 1024 * 1024

/** Scripts run for an installed package. */
const packageScripts = ['preinstall', 'install', 'postinstall']
/** Scripts run for the application and its workspaces. */
const ownScripts = [
  ...packageScripts,
  ...['prepublish', 'preprepare', 'prepare', 'postprepare', 'dependencies', 'pnpm:devPreinstall'],
]

/** Files that package managers execute, or that stand for packed packages, which are not inspected. */
const code = new Map([
  ['.pnpmfile.cjs', '.pnpmfile.cjs'],
  ['.pnpmfile.mjs', '.pnpmfile.mjs'],
  ['.pnp.cjs', 'a script of a package'],
  ['.yarnrc.yml', 'a plugin of Yarn or a script of a package'],
])
/** Settings files that can refer to variables. */
const settings = new Set(['.npmrc', '.yarnrc', 'bunfig.toml', 'pnpm-workspace.yaml'])
export const lockFiles: ReadonlySet<string> = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', '.package-lock.json', 'yarn.lock'],
  ...['pnpm-lock.yaml', 'lock.yaml', 'bun.lock', 'bun.lockb'],
])
/** Loose match for a Git dependency, because such a package is built by its own scripts. */
const fromGit = /git\+|git@|git:|\.git\b|github:|gitlab:|bitbucket:|gist:|codeload\.|\/tar\.gz\//

type Kind = 'own' | 'modules'

/** What may have read variables and sources while dependencies were installed, such as `the install script of esbuild`. */
export interface Readers {
  /** The first one found; absent when there is none. */
  any?: string
  /** An install script of the application or of one of its workspaces. */
  ownScript?: string
}

/**
 * Inspects the installed packages, because most lock files do not list install scripts. A tenant that evades this
 * check only gets a wrong tree for itself.
 */
export async function findReaders(app: string, signal: AbortSignal): Promise<Readers> {
  const search: Search = { app, readers: {}, waiting: [{ path: '', kind: 'own' }] }
  const { readers, waiting } = search
  for (let count = 0; readers.ownScript === undefined; count += 1) {
    const next = waiting.pop()
    if (!next) break
    signal.throwIfAborted()
    if (next.kind === 'modules' && readers.any !== undefined) continue
    if (count > maxFolders) return unknownReaders('one of very many packages')
    const entries = await listEntriesIn(app, next.path, maxEntries)
    if (entries.length >= maxEntries) return unknownReaders('one of very many files')
    for (const { name, isFolder } of entries) {
      const path = next.path === '' ? name : `${next.path}/${name}`
      await (isFolder ? inspectFolder : inspectFile)(search, { path, name, kind: next.kind })
    }
  }
  return readers
}

interface Search {
  app: string
  readers: Readers
  waiting: { path: string; kind: Kind }[]
}

interface Entry {
  path: string
  name: string
  /** Of the folder that it is in. */
  kind: Kind
}

const unknownReaders = (any: string): Readers => ({ any, ownScript: any })

async function inspectFolder(search: Search, { path, name, kind }: Entry): Promise<void> {
  const { app, readers, waiting } = search
  const follow = kind === 'own' ? ownFolder(name) : moduleFolder(name)
  if (follow) waiting.push({ path, kind: follow })
  if (kind === 'own' || follow || isHidden(name)) return
  const reader = await readerInPackage(app, path)
  if (reader === 'has packages') waiting.push({ path: `${path}/node_modules`, kind })
  else if (reader) readers.any ??= reader
}

async function inspectFile({ app, readers }: Search, { path, name, kind }: Entry): Promise<void> {
  if (name === 'package.json' && kind === 'own') {
    if (await hasScript(app, path, ownScripts)) {
      readers.ownScript ??= `an install script of ${path}`
      readers.any ??= readers.ownScript
    }
    return
  }
  const reader = await readerInFile(app, path, name)
  if (reader) readers.any ??= reader
}

const isHidden = (name: string) => name.startsWith('.')

const ownFolder = (name: string): Kind | undefined => {
  if (name === 'node_modules') return 'modules'
  return name === '.git' ? undefined : 'own'
}

/** Scopes, and the folders in which pnpm and npm keep linked packages; not the packages themselves. */
const moduleFolder = (name: string): Kind | undefined => {
  if (name.startsWith('@')) return 'modules'
  return isHidden(name) && name !== '.bin' && name !== '.cache' ? 'own' : undefined
}

async function readerInPackage(app: string, path: string): Promise<string | undefined> {
  const entries = await listEntriesIn(app, path, maxEntries)
  const has = (name: string) => entries.some((entry) => entry.name === name)
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  if (has('binding.gyp')) return `the install script of ${name}`
  if (has('package.json') && (await hasScript(app, `${path}/package.json`, packageScripts))) {
    return `the install script of ${name}`
  }
  return has('node_modules') ? 'has packages' : undefined
}

async function readerInFile(app: string, path: string, name: string): Promise<string | undefined> {
  if (code.has(name)) return code.get(name)
  if (name === 'binding.gyp') return 'binding.gyp'
  if (!settings.has(name) && !lockFiles.has(name)) return undefined
  const content = await readFileIn(app, path, maxBytes)
  if (!Buffer.isBuffer(content)) return path
  const text = content.toString('latin1')
  if (settings.has(name)) return text.includes('$') ? path : undefined
  return fromGit.test(text) ? 'a script of a package that comes from Git' : undefined
}

/** An unreadable file counts as having any script. */
async function hasScript(app: string, path: string, names: string[]): Promise<boolean> {
  const content = await readFileIn(app, path, maxManifestBytes)
  if (content === 'absent') return false
  if (content === undefined) return true
  try {
    const read = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
    const scripts: object = read?.scripts ?? {}
    return names.some((name) => Object.hasOwn(scripts, name))
  } catch {
    return true
  }
}
