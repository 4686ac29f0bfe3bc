import { runOrThrow } from '#kit/process/subprocess.ts'

/** An installed Debian package. */
export interface InstalledPackage {
  name: string
  version: string
  /** Each needs one of its alternatives. */
  needs: string[][]
  provides: string[]
}

const format = ['Package', 'Version', 'db:Status-Abbrev', 'Pre-Depends', 'Depends', 'Provides']
  .map((field) => `\${${field}}`)
  .join('\\t')

/** Every package that is installed on this machine. */
export async function installedPackages(): Promise<InstalledPackage[]> {
  return parsePackages(await runOrThrow(['dpkg-query', '--show', `--showformat=${format}\\n`]))
}

export function parsePackages(text: string): InstalledPackage[] {
  return text
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, , status]) => status?.startsWith('ii'))
    .map(([name = '', version = '', , before = '', depends = '', provides = '']) => ({
      name,
      version,
      needs: [before, depends]
        .flatMap((list) => list.split(','))
        .map((group) => group.split('|').map(nameIn).filter(Boolean))
        .filter((group) => group.length > 0),
      provides: provides.split(',').map(nameIn).filter(Boolean),
    }))
}

/** `libc6:any (>= 2.36)` is `libc6`. */
const nameIn = (text: string) => /^\s*([^\s:(]+)/.exec(text)?.[1] ?? ''

/** The named packages with all that they need, by name; what this machine does not have is left out. */
export function withDependencies(
  names: readonly string[],
  installed: readonly InstalledPackage[],
): InstalledPackage[] {
  const byName = new Map(installed.map((each) => [each.name, each]))
  const providers = new Map(
    installed.flatMap((each) =>
      each.provides.map((name): [string, InstalledPackage] => [name, each]),
    ),
  )
  const found = new Map<string, InstalledPackage>()
  const find = (name: string) => byName.get(name) ?? providers.get(name)
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const each = find(name)
    if (!each || found.has(each.name)) continue
    found.set(each.name, each)
    for (const group of each.needs) waiting.push(...group.filter((one) => find(one)).slice(0, 1))
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Documentation and translations, which no application reads. */
const unneeded =
  /^\/usr\/share\/(doc|doc-base|man|locale|info|lintian|bug|i18n|zsh|bash-completion|linda)\//

/** Paths of all files, folders and links of the packages. */
export async function filesOfPackages(packages: readonly InstalledPackage[]): Promise<string[]> {
  const names = packages.map(({ name }) => name)
  const listed = await runOrThrow(['dpkg-query', '--listfiles', ...names])
  const paths = listed.split('\n').filter((path) => path.startsWith('/') && path !== '/.')
  return [...new Set(paths)].filter((path) => !unneeded.test(path)).sort()
}
