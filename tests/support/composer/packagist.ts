import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { keptFolder } from '#tests/support/packages/kept-folder.ts'
import { type OutsideFolder, serveOutside } from '#tests/support/packages/outside-folder.ts'
import { unpackEach } from '#tests/support/packages/unpack-each.ts'

const suite = 'trixie'

/** What an application asks for; what these depend on comes with them. */
const asked = [
  'php-laravel-framework',
  'php-symfony-framework-bundle',
  'php-doctrine-dbal',
] as const

/** Packages of Debian that are no packages of Composer: extensions, and what installs them. */
const isLibrary = (name: string) => /^php-/.test(name) && !extensions.has(name)

const extensions: ReadonlySet<string> = new Set([
  ...['php-cli', 'php-common', 'php-intl', 'php-json', 'php-mbstring', 'php-uuid', 'php-xml'],
])

const irregular: Readonly<Record<string, string>> = {
  'php-email-validator': 'egulias/email-validator',
  'php-graham-campbell-result-type': 'graham-campbell/result-type',
  'php-laravel-framework': 'laravel/framework',
  'php-monolog': 'monolog/monolog',
  'php-phpoption': 'phpoption/phpoption',
}

/** `symfony/console` of `php-symfony-console`; the parts of Laravel are one package. */
const composerName = (name: string): string =>
  name.startsWith('php-illuminate-')
    ? 'laravel/framework'
    : (irregular[name] ?? name.slice('php-'.length).replace('-', '/'))

/** A Composer repository outside of this machine, with Laravel, Symfony and Doctrine. */
export async function openPackagist(): Promise<OutsideFolder> {
  const folder = await keptFolder(
    'composer',
    await readFile(new URL(import.meta.url), 'utf8'),
    pack,
  )
  return serveOutside(folder)
}

interface Library {
  version: string
  /** Names of the packages that it needs. */
  needs: Set<string>
  /** Files that are loaded with every request, in its folder. */
  files: string[]
}

async function pack(temporary: string, signal: AbortSignal): Promise<void> {
  const unpacked = await unpackEach({
    suite,
    names: asked,
    withDependency: isLibrary,
    temporary,
    signal,
  })
  const made = join(temporary, 'made')
  const trees = join(temporary, 'trees')
  await mkdir(made)
  const names = new Map(unpacked.map(({ name }) => [name, composerName(name)]))
  const libraries = new Map<string, Library>()
  for (const { name, archive, root } of unpacked) {
    const composer = composerName(name)
    const [version = '', depends = ''] = await fieldsOf(archive, signal)
    const library = libraries.get(composer) ?? { version, needs: new Set(), files: [] }
    libraries.set(composer, library)
    for (const [, other = ''] of depends.matchAll(/(?:^|, )([a-z0-9.+-]+)/g)) {
      const needed = names.get(other)
      if (needed && needed !== composer) library.needs.add(needed)
    }
    const code = join(root, 'usr/share/php')
    library.files.push(...(await filesIn(code)))
    const tree = join(trees, composer)
    await mkdir(tree, { recursive: true })
    await runOrThrow(['cp', '--recursive', `${code}/.`, tree], { signal })
  }
  const packages: Record<string, object> = {}
  for (const [name, { version, needs, files }] of libraries) {
    const archive = join(made, `${name}-${version}.tar`)
    await mkdir(dirname(archive), { recursive: true })
    const tree = join(trees, name)
    const options = ['--format=ustar', '--file', archive, '--directory', dirname(tree)]
    await runOrThrow(['tar', '--create', ...options, basename(tree)], { signal })
    packages[name] = {
      [version]: {
        name,
        version,
        dist: { type: 'tar', url: `https://example.com/${name}-${version}.tar` },
        require: Object.fromEntries([...needs].sort().map((each) => [each, '*'])),
        // Their own names of folders stand for no namespace here.
        autoload: { classmap: [''], files: [...new Set(files)] },
      },
    }
  }
  const mirrors = [{ 'dist-url': '/%package%-%prettyVersion%.%type%', preferred: true }]
  await writeFile(join(made, 'packages.json'), JSON.stringify({ mirrors, packages }))
}

/** The version without what Debian adds to it, and what the package depends on. */
async function fieldsOf(archive: string, signal: AbortSignal): Promise<[string, string]> {
  const fields = async (name: string) =>
    (await runOrThrow(['dpkg-deb', '--field', archive, name], { signal })).trim()
  const version = /^(?:\d+:)?(\d+(?:\.\d+)*)/.exec(await fields('Version'))?.[1] ?? ''
  return [version, await fields('Depends')]
}

/** Functions that belong to no class: the loader of Debian in each folder requires the files that have some. */
async function filesIn(code: string): Promise<string[]> {
  const loaders = (await readdir(code, { recursive: true })).filter(
    (path) => basename(path) === 'autoload.php',
  )
  const texts = await Promise.all(
    loaders.map(async (path) => ({ path, text: await readFile(join(code, path), 'utf8') })),
  )
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(/^require_once __DIR__ *\. *'\/([^']+)';/gm)].flatMap(([, file = '']) =>
      basename(file) === 'autoload.php' ? [] : [join(dirname(path), file)],
    ),
  )
}
