import { listEntriesIn, readFileIn } from '#kit/tenant-files/entries.ts'

/** What a look may cost: a tenant decides how many folders there are. */
const maxFolders = 20_000
const maxEntries = 20_000
const maxBytes = 16 * 1024 * 1024
/** To parse JSON holds up everybody: a larger package.json counts as one that has every script. */
const maxManifestBytes = 1024 * 1024

/** Run for a package that is installed. */
const packageScripts = ['preinstall', 'install', 'postinstall']
/** Run for the application and its workspaces. */
const ownScripts = [
  ...packageScripts,
  ...['prepublish', 'preprepare', 'prepare', 'postprepare', 'dependencies', 'pnpm:devPreinstall'],
]

/** Files that are code for a package manager to run, or stand for packages that nobody can look into. */
const code = new Map([
  ['.pnpmfile.cjs', '.pnpmfile.cjs'],
  ['.pnpmfile.mjs', '.pnpmfile.mjs'],
  ['.pnp.cjs', 'a script of a package'],
  ['.yarnrc.yml', 'a plugin of Yarn or a script of a package'],
])
/** Settings in which variables can be named. */
const settings = new Set(['.npmrc', '.yarnrc', 'bunfig.toml', 'pnpm-workspace.yaml'])
const lockFiles = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', '.package-lock.json', 'yarn.lock'],
  ...['pnpm-lock.yaml', 'lock.yaml', 'bun.lock', 'bun.lockb'],
])
/** Any text that looks like it will do: a package that is taken from Git is built by its own scripts. */
const fromGit = /git\+|git@|git:|\.git\b|github:|gitlab:|bitbucket:|gist:|codeload\.|\/tar\.gz\//

type Kind = 'own' | 'modules'

/**
 * What can have read any variable while dependencies were installed into a folder, such as `the install script of esbuild`;
 * `undefined` when nothing can. It looks into the packages that were installed, because most lock files do not say which have
 * install scripts. What a tenant hides from this look makes a wrong tree for itself alone.
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

/** Scopes, and the folders in which pnpm and npm keep packages that they link; not the packages themselves. */
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

/** What cannot be read may have any script. */
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
