import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ownFolder } from '#kit/build-identity/read-build.ts'
import { plainEnvironment, run } from '#kit/process/subprocess.ts'

export interface RegistryOptions {
  /** The operator's choice; wins. */
  setting?: string | undefined
  /** `npm_config_registry` counts next; `PATH`, `HOME` and the rest are for running the client. */
  environment?: Readonly<Record<string, string | undefined>>
  /** Folder of this program: a release notes what npm has by default, because its machine may have no npm. */
  program?: string
}

const askTimeout = 30_000
/** As a shell ends when there is no such program. */
const notFound = 127

/**
 * URL of the npm registry: the operator's setting, else `npm_config_registry`, else the configuration of this machine's
 * npm, which is read once, on demand; without an npm what it has by default.
 */
export function npmRegistry({
  setting,
  environment = {},
  program = ownFolder,
}: RegistryOptions): () => Promise<string> {
  const given = setting || environment.npm_config_registry
  let answer: Promise<string> | undefined
  return async () => {
    answer ??= given ? Promise.resolve(address(given)) : askMachine(environment, program)
    try {
      return await answer
    } catch (error) {
      answer = undefined
      throw error
    }
  }
}

async function askMachine(
  environment: Readonly<Record<string, string | undefined>>,
  program: string,
): Promise<string> {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined)
  const env = { ...plainEnvironment(), HOME: homedir(), ...Object.fromEntries(given) }
  const { code, stdout } = await run(['npm', 'config', 'get', 'registry'], {
    env,
    signal: AbortSignal.timeout(askTimeout),
  }).catch(() => ({ code: notFound, stdout: '' }))
  if (code === 0) return address(stdout.trim())
  const noted = code === notFound ? await notedRegistry(program) : undefined
  if (noted !== undefined) return address(noted)
  throw new Error('npm could not say which registry it uses')
}

async function notedRegistry(program: string): Promise<string | undefined> {
  const text = await readFile(join(program, 'release.json'), 'utf8').catch(() => '{}')
  const { npmRegistry }: { npmRegistry?: string } = JSON.parse(text)
  return npmRegistry
}

function address(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`the npm registry has no usable address: ${JSON.stringify(text)}`)
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
