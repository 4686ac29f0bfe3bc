import { homedir } from 'node:os'
import { plainEnvironment, run } from '#kit/process/subprocess.ts'

export interface RegistryOptions {
  /** The operator's choice; wins. */
  setting?: string | undefined
  /** `npm_config_registry` counts next; `PATH`, `HOME` and the rest are for running the client. */
  environment?: Readonly<Record<string, string | undefined>>
}

const askTimeout = 30_000

/**
 * URL of the npm registry: the operator's setting, else `npm_config_registry`, else the configuration of this machine's
 * npm, which is read once, on demand.
 */
export function npmRegistry({ setting, environment = {} }: RegistryOptions): () => Promise<string> {
  const given = setting || environment.npm_config_registry
  let answer: Promise<string> | undefined
  return async () => {
    answer ??= given ? Promise.resolve(address(given)) : askClient(environment)
    try {
      return await answer
    } catch (error) {
      answer = undefined
      throw error
    }
  }
}

async function askClient(environment: RegistryOptions['environment']): Promise<string> {
  const given = Object.entries(environment ?? {}).filter(([, value]) => value !== undefined)
  const env = { ...plainEnvironment(), HOME: homedir(), ...Object.fromEntries(given) }
  const { code, stdout } = await run(['npm', 'config', 'get', 'registry'], {
    env,
    signal: AbortSignal.timeout(askTimeout),
  }).catch(() => ({ code: 127, stdout: '' }))
  if (code !== 0) throw new Error('npm could not say which registry it uses')
  return address(stdout.trim())
}

function address(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`the npm registry has no usable address: ${JSON.stringify(text)}`)
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
