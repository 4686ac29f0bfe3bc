import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '#kit/process/subprocess.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { type DebianMirrors, securitySuiteOf } from './debian-mirrors.ts'

export interface AptOptions {
  /** The suite, such as `trixie`: it need not be the machine's own. */
  suite: string
  mirrors: DebianMirrors
  /** Folder for lists and archives; what a former call left of the lists is downloaded again only where it has changed. */
  folder: string
  /** Debian's names of architectures; this machine's when absent. */
  architectures?: readonly string[]
  signal: AbortSignal
}

/** Packages of a suite and its security suite. */
export interface Apt {
  /** Why the security suite is left out; none when it counts, or there is none. */
  note: string | undefined
  /** Versions of a package, `openjdk-17-jdk-headless` or with an architecture behind a colon; none when there is no such package. */
  versions(name: string): Promise<string[]>
  /** Downloads archives to a folder, of the newest version unless a name ends with `=` and another one. */
  download(names: readonly string[], to: string): Promise<void>
  /** Names of the archives that the next one would download, in their order. */
  plan(names: readonly string[]): Promise<string[]>
  /** The same with all that they depend on, and nothing that they only recommend. */
  downloadWithDependencies(names: readonly string[], to: string): Promise<void>
}

/**
 * Reads the lists of a suite and its security suite. apt does it with lists and settings of its own: it knows the proxy of this machine, and
 * checks the signature of the suite and the hash of each package. A security suite that cannot be read does not keep the suite from being used.
 */
export async function openApt(options: AptOptions): Promise<Apt> {
  const { suite, mirrors, folder, signal } = options
  for (const name of ['lists/partial', 'cache/archives/partial']) {
    await mkdir(join(folder, name), { recursive: true })
  }
  await writeFile(join(folder, 'status'), '')
  const apt = async (program: 'apt-get' | 'apt-cache', args: readonly string[], cwd = folder) => {
    const command = [program, ...aptOptions(options), ...args] as const
    const { code, stdout, stderr } = await run([...command], { cwd, signal })
    if (code !== 0) throw aptError(suite, stderr)
    return stdout
  }
  const read = async (lines: readonly string[]) => {
    await writeFile(
      join(folder, 'sources.list'),
      lines.map((line) => `deb ${line} main\n`).join(''),
    )
    await apt('apt-get', ['update', '--quiet'])
  }
  const note = await readWithSecurity(read, { suite, mirrors, signal })
  return {
    note,
    async versions(name) {
      const text = await apt('apt-cache', ['madison', '--', name])
      return [...new Set(text.split('\n').flatMap((line) => line.split('|')[1]?.trim() || []))]
    },
    async download(names, to) {
      await apt('apt-get', ['download', '--quiet', '--', ...names], to)
    },
    async plan(names) {
      const only = ['--print-uris', '--no-install-recommends', '--assume-yes', '--quiet=2']
      const text = await apt('apt-get', ['install', ...only, '--', ...names])
      return text
        .split('\n')
        .flatMap((line) => / (\S+\.deb) \d+ /.exec(line)?.[1] ?? [])
        .sort()
    },
    async downloadWithDependencies(names, to) {
      await mkdir(join(to, 'partial'), { recursive: true })
      const only = ['--download-only', '--no-install-recommends', '--assume-yes', '--quiet']
      const archives = ['--option', `Dir::Cache::archives=${to}`]
      await apt('apt-get', [...archives, 'install', ...only, '--', ...names])
      for (const name of ['partial', 'lock'])
        await rm(join(to, name), { recursive: true, force: true })
    },
  }
}

async function readWithSecurity(
  read: (lines: readonly string[]) => Promise<void>,
  { suite, mirrors, signal }: Pick<AptOptions, 'suite' | 'mirrors' | 'signal'>,
): Promise<string | undefined> {
  const plain = `${mirrors.main} ${suite}`
  const securitySuite = securitySuiteOf(suite)
  if (!securitySuite || !mirrors.security) {
    await read([plain])
    return securitySuite && `apt of this machine knows no mirror of ${securitySuite}`
  }
  try {
    await read([plain, `${mirrors.security} ${securitySuite}`])
    return undefined
  } catch (error) {
    if (signal.aborted) throw error
    await read([plain])
    return `its mirror did not give the suite ${securitySuite}`
  }
}

/** What went wrong, without the addresses and folders of the operator that apt prints: owners of applications read it. */
function aptError(suite: string, said: string): Error {
  const [, missing] =
    /Unable to locate package (\S+)/.exec(said) ??
    /Package '?([^\s']+)'? has no installation candidate/.exec(said) ??
    []
  if (missing) return new NotOfferedError(`the suite ${suite} of Debian has no package ${missing}`)
  if (/Hash Sum mismatch|unexpected size/.test(said)) {
    return new Error('the mirror of Debian gives other files than its index names')
  }
  if (/is not signed|NO_PUBKEY|signatures? (couldn't be verified|were invalid)/.test(said)) {
    return new NotOfferedError(
      `no key that this machine trusts has signed the suite ${suite} of Debian`,
    )
  }
  return new Error(`the mirror of Debian did not give the packages of its suite ${suite}`)
}

const aptOptions = ({ folder, architectures = [] }: AptOptions): string[] =>
  Object.entries({
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::State::lists': join(folder, 'lists'),
    // What the machine has installed must not matter.
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Default-Release': '',
    ...(architectures.length > 0 && { 'APT::Architectures': architectures.join(',') }),
    // Whoever asks tries again.
    'Acquire::Retries': '0',
    // Otherwise a mirror that does not answer is only a warning.
    'APT::Update::Error-Mode': 'any',
    // Its own user could not enter our folder.
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled': 'false',
    'Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled': 'false',
  }).flatMap(([name, value]) => ['--option', `${name}=${value}`])
