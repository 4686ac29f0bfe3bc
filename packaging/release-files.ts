import { runOrThrow } from '#kit/process/subprocess.ts'

/** Folders of the checkout with programs that a release runs, or files that it serves. */
const folders = ['bin', 'cli', 'client', 'kit', 'protocol', 'providers', 'server']
const files = ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json']
/** The examples that the platform offers. */
const examples = [
  ...['docker', 'go', 'gradle', 'hello', 'jar', 'linux', 'maven', 'php', 'python', 'ruby', 'rust'],
  ...['static', 'war'],
].map((name) => `examples/${name}`)

/** Tests, and what only tests and developers of Berth run. */
const developed = [
  /\.(test|contract)\.ts$/,
  /^examples\/.*\/expected-/,
  /^server\/bundle\/(?!(fresh-bundle|source-positions)\.ts$)/,
  /^server\/toolchains\/catalogue\/update-shipped\.ts$/,
  /^bin\/prepare$/,
]

/** The pages of the documentation with what they show; not what generates them. */
const isPage = (path: string) => /^docs\/(?!site\/)/.test(path) && !path.endsWith('.ts')

/** Paths of the checkout that are part of a release, in order. */
export async function releaseFiles(checkout: string): Promise<string[]> {
  const listed = await runOrThrow(['git', '-C', checkout, 'ls-files', '-z'])
  return listed.split('\0').filter(isReleased).sort()
}

function isReleased(path: string): boolean {
  if (developed.some((pattern) => pattern.test(path))) return false
  return files.includes(path) || isPage(path) || isBelow(path, folders) || isBelow(path, examples)
}

const isBelow = (path: string, places: readonly string[]) =>
  places.some((place) => path.startsWith(`${place}/`))
