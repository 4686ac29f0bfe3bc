import { parse, TomlError } from 'smol-toml'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'
import { lineFor, publishedPython } from './fitting-python.ts'

export interface PythonChoice {
  /** `3.13`: the versions of a line are those of a Debian suite, which only mends it. */
  version: string
  /** Another Python, as uv names it (`3.12`, `3.12.4`), which the build fetches into the folder of the application. */
  published?: string
  note: string
}

/** The newest Python that fits what the owner asks for, in the order of the variable and then of the files that say it; one of a Debian system where there is one. */
export async function choosePython(
  order: PlanOrder,
  catalogue: Pick<Catalogue, 'versions'>,
): Promise<PythonChoice> {
  const lines = catalogue.versions('python')
  const newest = lines.at(-1)
  if (!newest) throw new Failure('recipe', 'This platform has no Python: ask its operator.')
  const wanted = await wantedPython(order)
  if (!wanted) return { version: newest, note: `Python ${newest} (the newest)` }
  if (wanted.text === 'latest') {
    return { version: newest, note: `Python ${newest} (${wanted.origin})` }
  }
  const version = lineFor(wanted, lines)
  if (version) return { version, note: `Python ${version} (${wanted.origin})` }
  const published = publishedPython(wanted, lines)
  if (published) {
    const note = `Python ${published} (${wanted.origin}), which uv fetches in the build; ready are ${lines.join(', ')}`
    return { version: newest, published, note }
  }
  throw new Failure(
    'recipe',
    `There is no Python for ${wanted.origin} ${quote(wanted.text)}: ${lines.join(', ')} are ready, and uv fetches others from 3.8 on.`,
  )
}

async function wantedPython({
  source,
  environment,
  given,
}: PlanOrder): Promise<VersionRequest | undefined> {
  const variable = setting(environment, 'CC_PYTHON_VERSION')
  if (variable) return { text: variable, origin: 'CC_PYTHON_VERSION' }
  const mise = given.get('python')
  if (mise) return { text: mise, origin: 'mise.toml' }
  for (const path of ['.python-version', 'runtime.txt']) {
    const [text = ''] = ((await source.read(path)) ?? '').split('\n')
    const version = text.trim().replace(/^python-/, '')
    if (/^\d[\d.]{0,20}$/.test(version)) return { text: version, origin: path }
  }
  const project = tableIn(tomlOf('pyproject.toml', await source.read('pyproject.toml')), 'project')
  const text = project['requires-python']
  if (typeof text === 'string') return { text, origin: 'requires-python in pyproject.toml' }
  const pipfile = tableIn(tomlOf('Pipfile', await source.read('Pipfile')), 'requires')
  const pinned = pipfile.python_full_version ?? pipfile.python_version
  return typeof pinned === 'string' ? { text: pinned, origin: 'Pipfile' } : undefined
}

/** A table of a file, empty where there is none. */
export function tomlOf(path: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new Failure('recipe', `${path} cannot be read: line ${error.line} is not valid TOML.`)
  }
}

export function tableIn(from: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = Object.hasOwn(from, name) ? from[name] : undefined
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
