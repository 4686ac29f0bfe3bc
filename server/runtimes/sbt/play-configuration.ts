import { posix } from 'node:path'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { quote } from '#runtimes/variable.ts'
import { Configuration } from './hocon/configuration.ts'
import { type Assignment, type Include, parseHocon } from './hocon/hocon-parser.ts'
import { HoconError } from './hocon/hocon-tokens.ts'
import type { JvmProperties } from './jvm-properties.ts'

/** The configuration that Play will read, as far as the repository tells. */
export interface PlayConfiguration {
  /** Main file of it, as messages name it. */
  path: string
  configuration: Configuration
  /** Whether a key that is not in it is really not set: every file was found and understood. */
  isWhole: boolean
  /** Why the main file tells nothing. */
  problem?: string
}

const maxFiles = 10
/** Most includes that are looked for, in all files together: each lists a folder of the repository. */
const maxIncludes = 30

interface ReadOptions {
  /** The folder with `conf`, relative to the application's. */
  folder: string
  properties: JvmProperties
  environment: Environment
}

/** `conf/application.conf`, or the file that `config.resource` or `config.file` names, with the files that it includes. */
export async function readPlayConfiguration(
  source: Source,
  { folder, properties, environment }: ReadOptions,
): Promise<PlayConfiguration> {
  const conf = posix.join(folder, 'conf')
  const path = mainPath(conf, properties)
  const reader = new ConfigurationReader(source, conf)
  const problem = await reader.read(path)
  return {
    path: /^[\w@%+=:,./-]{1,100}$/.test(path) ? path : quote(path),
    configuration: new Configuration(reader.assignments, environment),
    isWhole: reader.isWhole && !properties.has('config.url'),
    ...(problem !== undefined && { problem }),
  }
}

function mainPath(conf: string, properties: JvmProperties): string {
  const resource = properties.get('config.resource')
  if (resource) return posix.join(conf, resource)
  const file = properties.get('config.file')
  return file ? posix.normalize(file) : posix.join(conf, 'application.conf')
}

/** Reads a file and what it includes, in the order in which they count. */
class ConfigurationReader {
  readonly assignments: [string, Assignment][] = []
  isWhole = true
  readonly #source: Source
  readonly #conf: string
  readonly #seen = new Set<string>()
  #includes = 0

  constructor(source: Source, conf: string) {
    this.#source = source
    this.#conf = conf
  }

  /** Returns why the file tells nothing, if so. */
  async read(path: string): Promise<string | undefined> {
    const isOutside = posix.isAbsolute(path) || path.split('/')[0] === '..' || path.includes('\0')
    if (isOutside || this.#seen.has(path) || this.#seen.size >= maxFiles) {
      this.isWhole = false
      return isOutside ? 'is not in the repository' : undefined
    }
    this.#seen.add(path)
    const text = await this.#source.read(path)
    if (text === undefined) {
      this.isWhole = false
      return 'is missing'
    }
    try {
      const { assignments, includes } = parseHocon(text)
      let done = 0
      for (const include of includes) {
        this.#add(assignments.slice(done, include.after))
        done = include.after
        await this.#include(include, posix.dirname(path))
      }
      this.#add(assignments.slice(done))
      return undefined
    } catch (error) {
      if (!(error instanceof HoconError)) throw error
      this.isWhole = false
      return `cannot be understood: ${error.message}`
    }
  }

  #add(assignments: readonly [string, Assignment][]): void {
    for (const each of assignments) this.assignments.push(each)
  }

  /** A file beside the one that includes it, or in `conf`; libraries and other addresses are not looked at. */
  async #include({ name, how }: Include, folder: string): Promise<void> {
    if (this.#includes++ >= maxIncludes || /url\(|package\(/.test(how)) {
      this.isWhole = false
      return
    }
    const file = /\.(conf|json|properties)$/.test(name) ? name : `${name}.conf`
    if (file.endsWith('.properties')) {
      this.isWhole = false
      return
    }
    const beside = posix.join(folder, file)
    const isBeside = (await this.#source.list(posix.dirname(beside))).includes(posix.basename(file))
    await this.read(isBeside ? beside : posix.join(this.#conf, file))
  }
}
