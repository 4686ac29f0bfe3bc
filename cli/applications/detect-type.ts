import { readdir, readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Refusal } from '#cli/refusal.ts'
import type { Output } from '#cli/terminal/output.ts'
import { builtFrameworks } from '#kit/built-frameworks.ts'

/** The type of application that the files of a folder are for. */
export interface DetectedType {
  type: string
  /** The file that says so. */
  because: string
  /** What is left to do before the first push. */
  advice?: string
}

/** Detects the type of application in a folder by its files, as a deployment would read them; `undefined` if none is known. */
export async function detectType(folder: string): Promise<DetectedType | undefined> {
  const firstOf = async (...names: string[]) => {
    for (const name of names) if (await isFile(join(folder, name))) return name
    return undefined
  }
  const conf = await firstOf('conf/application.conf', 'conf/routes')
  const sbt = await firstOf('build.sbt', 'project/build.properties', 'project/Build.scala')
  if (sbt) return (await isPlay(folder, conf)) ? found('play2', sbt) : found('sbt', sbt)
  if (conf && (await firstOf('conf/dependencies.yml', 'app/controllers/Application.java')))
    return found('play1', conf)
  const rack = await firstOf('config.ru')
  if (rack) return found('ruby', rack)
  const python = await firstOf(...pythonFiles)
  if (python && !(await startsProgram(folder))) return found('python', python)
  const ruby = await firstOf(...rubyFiles)
  if (ruby && !(await startsProgram(folder))) return found('ruby', ruby)
  const page = await firstOf('index.html', 'index.htm', 'public/index.html')
  const manifest = await firstOf('package.json')
  if (manifest) {
    const program = await firstOf('server.js', 'index.js')
    const isSite = !program && (await isSiteSource(join(folder, manifest), page))
    return isSite ? { ...found('static', manifest), advice: siteAdvice } : found('node', manifest)
  }
  const deno = await firstOf('deno.json', 'deno.jsonc')
  if (deno) return found('node', deno)
  if (page) return found('static', page)
  const dockerfile = await firstOf('Dockerfile')
  return dockerfile ? found('docker', dockerfile) : undefined
}

/** The type that was named, else the detected one, which is told. */
export async function chooseType(
  { tell }: Pick<Output, 'tell'>,
  folder: string,
  named: string | undefined,
): Promise<string> {
  if (named !== undefined) return named
  const { type, because, advice } = await requireType(folder)
  tell(`Type ${type}, by ${because}; --type chooses another.`)
  if (advice) tell(advice)
  return type
}

/** Detects the type or refuses, with the folder below that has an application, if there is one. */
export async function requireType(folder: string): Promise<DetectedType> {
  const detected = await detectType(folder)
  if (detected) return detected
  const below = await applicationBelow(folder)
  throw new Refusal(
    'The files of this folder do not tell the type of the application.',
    below
      ? `${posix.join(below.folder, below.because)} does: pass --type ${below.type}, and set APP_FOLDER to ${below.folder} with \`berth env set\`.`
      : 'Pass --type, such as --type node.',
  )
}

const siteAdvice =
  'No program is started, so this is a site: before the first push, `berth env set CC_BUILD_COMMAND "npm ci && npm run build"` and `berth env set CC_WEBROOT dist` (the folder that the build makes).'

const found = (type: string, because: string): DetectedType => ({ type, because })

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )

/** Lock files first, as the one that says most. */
const pythonFiles = [
  ...['uv.lock', 'poetry.lock', 'Pipfile.lock', 'Pipfile', 'requirements.txt', 'manage.py'],
  ...['pyproject.toml', 'setup.py'],
]

const rubyFiles = ['Gemfile.lock', 'gems.locked', 'Gemfile', 'gems.rb']

/** A package.json with a start is what serves, whatever else is there for its build; one without belongs to the pages of an application in another language. */
async function startsProgram(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return false
  try {
    return JSON.parse(text).scripts?.start !== undefined
  } catch {
    return true
  }
}

/** An sbt build with Play's configuration or its plug-in. */
async function isPlay(folder: string, conf: string | undefined): Promise<boolean> {
  if (conf) return true
  const plugins = await readFile(join(folder, 'project/plugins.sbt'), 'utf8').catch(() => '')
  return plugins.includes('"sbt-plugin"') && plugins.includes('play')
}

/** A package that starts no program and has a page, or builds one, which the Node runtime does not serve by itself. */
async function isSiteSource(path: string, page: string | undefined): Promise<boolean> {
  try {
    const { main, scripts, dependencies, devDependencies } = JSON.parse(
      await readFile(path, 'utf8'),
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

const maxFolders = 50

async function applicationBelow(
  folder: string,
): Promise<(DetectedType & { folder: string }) | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter(
    (entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name),
  )
  for (const { name } of folders.slice(0, maxFolders)) {
    const detected = await detectType(join(folder, name))
    if (detected) return { ...detected, folder: name }
  }
  return undefined
}
