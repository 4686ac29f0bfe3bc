import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'

export interface DebianPackages {
  /** The suite they come from, such as `trixie`: it need not be the machine's own. */
  suite: string
  names: readonly string[]
  /** An empty folder for the lists and the archives. */
  temporary: string
  /** The folder that they are unpacked into, side by side. */
  root: string
  /** Options and address of a line of `sources.list`; the mirror of this machine when absent. */
  mirror?: string | undefined
  signal: AbortSignal
}

/**
 * Downloads packages of a Debian suite and unpacks them without installing them. apt does it with lists and settings of its own:
 * it knows the mirror and the proxy of this machine, and checks the signature of the suite and the hash of each package.
 */
export async function unpackDebianPackages(options: DebianPackages): Promise<void> {
  const { suite, names, temporary, root, signal } = options
  const folder = (name: string) => join(temporary, name)
  for (const name of ['lists/partial', 'cache/archives/partial', 'archives']) {
    await mkdir(folder(name), { recursive: true })
  }
  const mirror = options.mirror ?? (await debianMirror(signal))
  await writeFile(folder('sources.list'), `deb ${mirror} ${suite} main\n`)
  await writeFile(folder('status'), '')
  const apt = async (...args: string[]) => {
    const command = ['apt-get', ...aptOptions(temporary), ...args] as const
    const { code, stderr } = await run([...command], { cwd: folder('archives'), signal })
    if (code !== 0) throw aptError(suite, stderr)
  }
  await apt('update', '--quiet')
  await apt('download', '--quiet', '--', ...names)
  await mkdir(root, { recursive: true })
  for (const archive of await readdir(folder('archives'))) {
    const file = join(folder('archives'), archive)
    await runOrThrow(['dpkg-deb', '--extract', '--', file, root], { signal })
  }
}

/** What went wrong, without the addresses and folders of the operator that apt prints: owners of applications read it. */
function aptError(suite: string, said: string): Error {
  const [, missing] = /Unable to locate package (\S+)/.exec(said) ?? []
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

const aptOptions = (temporary: string): string[] =>
  Object.entries({
    'Dir::Etc::sourcelist': join(temporary, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::State::lists': join(temporary, 'lists'),
    // What the machine has installed must not matter.
    'Dir::State::status': join(temporary, 'status'),
    'Dir::Cache': join(temporary, 'cache'),
    'APT::Default-Release': '',
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

/** The mirror of Debian's main archive in the apt settings of this machine. */
async function debianMirror(signal: AbortSignal): Promise<string> {
  const format = ['indextargets', '--format', '$(REPO_URI)', 'Identifier: Packages']
  const text = await runOrThrow(['apt-get', ...format], { signal }).catch(() => '')
  const mirror = text.split('\n').find((address) => /^https?:\/\/[^\s]+\/debian\/$/.test(address))
  if (mirror) return mirror
  throw new NotOfferedError('apt of this machine knows no mirror of Debian')
}
