import { builtFrameworks } from '#kit/built-frameworks.ts'
import { type FittingType, firstFile, fits, type Project } from './project.ts'

const siteAdvice =
  'No program is started, so this is a site: before the first push, `berth env set CC_BUILD_COMMAND "npm ci && npm run build"` and `berth env set CC_WEBROOT dist` (the folder that the build makes).'

const pages = ['index.html', 'index.htm', 'public/index.html']
const programs = ['server.js', 'index.js']

/** A package or a Deno project that starts a program. */
export async function detectNode(project: Project): Promise<FittingType | undefined> {
  if (await project.isFile('package.json'))
    return (await isSiteSource(project)) ? undefined : fits('node', 'package.json')
  const deno = await firstFile(project, ['deno.json', 'deno.jsonc'])
  return deno === undefined ? undefined : fits('node', deno)
}

/** Pages, or a package that builds them and starts nothing. */
export async function detectStatic(project: Project): Promise<FittingType | undefined> {
  if (await project.isFile('package.json'))
    return (await isSiteSource(project))
      ? { ...fits('static', 'package.json'), advice: siteAdvice }
      : undefined
  const page = await firstFile(project, pages)
  return page === undefined ? undefined : fits('static', page)
}

/** A package with a start is what serves, whatever else is there for its build; one without belongs to the pages of an application in another language. */
export async function startsProgram(project: Project): Promise<boolean> {
  const text = await project.read('package.json')
  if (text === undefined) return false
  try {
    return JSON.parse(text).scripts?.start !== undefined
  } catch {
    return true
  }
}

/** A package that starts no program and has a page, or builds one, which the Node runtime does not serve by itself. */
async function isSiteSource(project: Project): Promise<boolean> {
  if (await firstFile(project, programs)) return false
  const page = await firstFile(project, pages)
  try {
    const { main, scripts, dependencies, devDependencies } = JSON.parse(
      (await project.read('package.json')) ?? '',
    )
    if (main !== undefined || scripts?.start !== undefined) return false
    const hasBuild = typeof scripts?.build === 'string'
    const names = new Set(Object.keys({ ...dependencies, ...devDependencies }))
    // Vite without a page at hand builds something else.
    const isServed = builtFrameworks.some(
      (name) => names.has(name) && (name !== 'vite' || page === 'index.html'),
    )
    return hasBuild ? !isServed : page !== undefined
  } catch {
    // A damaged package.json is a package all the same; the recipe says what is wrong with it.
    return false
  }
}
