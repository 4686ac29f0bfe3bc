/** What servers of frameworks say when their build is missing. */
const sayings = [
  'Could not find a production build in the', // next start
  'Did you run `astro build`?',
  'Did you build your project?', // vite preview
  'must be run before running keystone start',
  'Cannot find `nitro.json`',
  'Could not find Server build file', // remix-serve
]

/** Folders that builds write to. */
const folders = ['dist', 'build', '.output', '.next', 'out', 'lib', '.svelte-kit']
/** Words of Node and Bun before the path of a missing module, with its quote. */
const notFound = ["Cannot find module '", "Module not found '", 'Module not found "']

/** Whether a line of an instance says that what a build would have made is not there. */
export function isAboutMissingBuild(line: string): boolean {
  return sayings.some((saying) => line.includes(saying)) || isBuilt(missingModule(line))
}

function missingModule(line: string): string {
  const words = notFound.find((each) => line.includes(each))
  if (words === undefined) return ''
  const start = line.indexOf(words) + words.length
  const end = line.indexOf(words.at(-1) ?? '', start)
  return line.slice(start, end < 0 ? line.length : end)
}

/** Packages have such folders too, which no build of the application makes. */
function isBuilt(path: string): boolean {
  const parts = path.split('/')
  const isFile = path.startsWith('/') || path.startsWith('./')
  return isFile && !parts.includes('node_modules') && folders.some((name) => parts.includes(name))
}
