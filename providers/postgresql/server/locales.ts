import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { runProgram } from '#providers/kit/process/run-program.ts'
import { home, type SandboxMount } from '#providers/kit/process/sandbox.ts'
import { makeOwnedFolder } from '#providers/kit/process/server-process.ts'
import { systemUser } from '#providers/kit/process/system-user.ts'

/** Sources of glibc's locales, of Debian's package `locales`, on which PostgreSQL depends. */
const sources = '/usr/share/i18n/locales'
const target = '/locales'
const compileTimeout = 120_000

/** Locales that every server has. */
const builtIn = ['C', 'C.UTF-8']

/** Locales of databases, compiled when first used: the machine need not have them. */
export interface Locales {
  /** Where a server's sandbox has them, read-only. */
  mount: SandboxMount
  /** Variables by which glibc finds them in a server's process. */
  env: Readonly<Record<string, string>>
  /**
   * The name of a locale inside of a server, compiled if it is missing; nothing if there is no such locale, because
   * earlier versions accepted orders with any name.
   */
  provide(name: string): Promise<string | undefined>
}

/** Says why there is no such locale; nothing if there is one. */
export async function localeProblem(name: string): Promise<string | undefined> {
  if (builtIn.includes(name)) return undefined
  const wanted = languageOf(name)
  if (!wanted) return 'a locale is a language and a country, such as en_GB'
  const known = await readdir(sources).catch((): string[] => [])
  if (known.includes(wanted)) return undefined
  return known.length === 0
    ? `the machine has none but ${builtIn.join(' and ')}: its operator installs the package locales`
    : 'the machine does not know it'
}

/**
 * Compiles into a folder of the provider, so that the sort order of an index stays when the machine's C library is
 * upgraded. Every server has the folder from its start: a locale can be added while it runs.
 */
export function createLocales(folder: string): Locales {
  const mutex = createKeyedMutex()

  async function compile(wanted: string, file: string): Promise<void> {
    const user = await systemUser('postgres')
    await makeOwnedFolder(folder, user)
    const run = (...command: [string, ...string[]]) =>
      runProgram(command, { folder, user, timeout: compileTimeout })
    const [half, whole] = [`${home}/new-${file}`, `${home}/${file}`]
    await run('rm', '--recursive', '--force', '--', half)
    await run('localedef', '--no-archive', '--inputfile', wanted, '--charmap', 'UTF-8', half)
    // Without the files no server with such a database starts, so they are durable before it is made.
    await run('find', half, '-exec', 'sync', '{}', '+')
    await run('mv', '--no-target-directory', '--', half, whole)
    await run('sync', home)
  }

  return {
    mount: { source: folder, target },
    // The machine's folder has C.UTF-8.
    env: { LOCPATH: `${target}:/usr/lib/locale` },
    async provide(name) {
      if (builtIn.includes(name)) return name
      const wanted = languageOf(name)
      if (!wanted) return undefined
      const file = `${wanted}.UTF-8`
      return mutex(file, async () => {
        if (await isThere(join(folder, file))) return file
        if (await localeProblem(name)) return undefined
        await compile(wanted, file)
        return file
      })
    },
  }
}

/** The source of a locale. Databases are in UTF-8 whatever their locale. */
const languageOf = (name: string): string | undefined =>
  /^([a-z]{2,3}_[A-Z]{2})(?:\.(?:UTF-8|utf8))?$/.exec(name)?.[1]

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
