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
const lockFiles = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', '.package-lock.json', 'yarn.lock'],
  ...['pnpm-lock.yaml', 'lock.yaml', 'bun.lock', 'bun.lockb'],
])
/** Loose match for a Git dependency, because such a package is built by its own scripts. */
const fromGit = /git\+|git@|git:|\.git\b|github:|gitlab:|bitbucket:|gist:|codeload\.|\/tar\.gz\//

type Kind = 'own' | 'modules'

/**
 * What may have read any variable while dependencies were installed, such as `the install script of esbuild`;
 * `undefined` when nothing can. Inspects the installed packages, because most lock files do not list install scripts. A
 * tenant that evades this check only gets a wrong tree for itself.
 */
export async function findVariableReader(
  app: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const waiting: { path: string; kind: Kind }[] = [{ path: '', kind: 'own' }]
  for (let count = 0; ; count += 1) {
    const next = waiting.pop()
    if (!next) return undefined
    if (count > maxFolders) return 'one of very many packages'
    signal.throwIfAborted()
    const { path, kind } = next
    const inside = (name: string) => (path === '' ? name : `${path}/${name}`)
    const entries = await listEntriesIn(app, path, maxEntries)
    if (entries.length >= maxEntries) return 'one of very many files'
    for (const { name, isFolder } of entries) {
      const place = inside(name)
      if (isFolder) {
        const follow = kind === 'own' ? ownFolder(name) : moduleFolder(name)
        if (follow) waiting.push({ path: place, kind: follow })
        if (kind === 'modules' && !follow && !isHidden(name)) {
          const reader = await readerInPackage(app, place)
          if (reader === 'has packages') waiting.push({ path: `${place}/node_modules`, kind })
          else if (reader) return reader
        }
      } else {
        const reader = await readerInFile(app, place, name)
        if (reader) return reader
      }
    }
  }
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
  if (name === 'package.json' && (await hasScript(app, path, ownScripts))) {
    return `an install script of ${path}`
  }
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
