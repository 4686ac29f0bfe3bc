import { inside } from '#tests/laws/import-law.ts'
import { importsOf, isTest, isTypeScript, type SourceFile } from '#tests/laws/source-tree.ts'

/** What a manifest says about packages. */
export interface Manifest {
  dependencies: Readonly<Record<string, string>>
  devDependencies: Readonly<Record<string, string>>
}

/** Programs of a machine that only serves: it has been installed with `npm ci --omit=dev`. */
const served = ['server', 'cli', 'client', 'kit', 'protocol', 'providers']

/** Parts of them that run where it is built. */
const builders = [
  'server/bundle/build-bundle.ts',
  'server/bundle/one-byte-text.ts',
  'server/bundle/own-import-meta.ts',
  'server/bundle/start-chunks.ts',
]

/** Dependencies that no import names, and what finds them. */
const foundOtherwise: Readonly<Record<string, string>> = {
  '@expo-google-fonts/inter': 'server/documents/fonts/font-files.ts, by path',
  '@expo-google-fonts/noto-emoji': 'server/documents/fonts/font-files.ts, by path',
  '@expo-google-fonts/noto-sans-arabic': 'server/documents/fonts/font-files.ts, by path',
  '@expo-google-fonts/noto-sans-hebrew': 'server/documents/fonts/font-files.ts, by path',
}

/** One sentence for each package that is missing where only `dependencies` are installed, or that is there for nobody. */
export function dependencyBreaches(
  files: readonly SourceFile[],
  { dependencies, devDependencies }: Manifest,
): string[] {
  const serving = files.filter((file) => isTypeScript(file) && isServed(file))
  const used = new Map(
    serving.flatMap((file) => importsOf(file).map((name) => [packageOf(name), file.path] as const)),
  )
  const missing = [...used]
    .filter(([name]) => name in devDependencies)
    .map(([name, path]) => `${path} imports ${name}, which is only a development dependency`)
  const needless = Object.keys(dependencies)
    .filter((name) => !used.has(name) && !(name in foundOtherwise))
    .map((name) => `no program that serves imports ${name}: it is a development dependency`)
  return [...missing, ...needless]
}

const isServed = (file: SourceFile): boolean =>
  served.some((folder) => inside(folder, file.path)) &&
  !isTest(file) &&
  !builders.includes(file.path)

/** Name of the package of a specifier. */
const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
