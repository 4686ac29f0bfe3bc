import { existsSync } from 'node:fs'
import { hasProgram } from '#kit/packages/system-packages.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Architecture } from '#packaging/architectures.ts'
import { depends } from '#packaging/debian/control.ts'
import { databaseUsers } from './database-users.ts'

/** Debian's release below Berth. PostgreSQL of another one does not read the databases of this. */
export const suite = 'trixie'

/** What the Debian package needs, by name. What every Debian has, such as mount and apt, comes with mmdebstrap's variant. */
const packages = depends.map((each) => each.replace(/ .*$/, ''))

/** For people, who read them elsewhere; terms stay. */
const unused = ['/usr/share/doc/*', '/usr/share/info/*', '/usr/share/locale/*', '/usr/share/man/*']

const timeout = 3_600_000

export interface BaseOptions {
  architecture: Architecture
  /** In seconds since 1970: nothing in the archive is younger. */
  date: number
}

/** Makes a small Debian as tar: the same bytes from the same packages. Without a mirror mmdebstrap takes Debian's own, updates and security included. */
export async function writeDebianBase(
  file: string,
  { architecture, date }: BaseOptions,
): Promise<void> {
  const { http_proxy, https_proxy, no_proxy, PATH, TMPDIR } = process.env
  await runOrThrow(
    [
      ...(['mmdebstrap', '--quiet', '--variant=minbase', '--format=tar'] as const),
      ...[`--architectures=${architecture.debian}`, `--include=${packages.join(',')}`],
      ...unused.map((path) => `--dpkgopt=path-exclude=${path}`),
      '--dpkgopt=path-include=/usr/share/doc/*/copyright',
      ...databaseUsers.map((user) => `--customize-hook=${addUser(user)}`),
      suite,
      file,
    ],
    {
      env: { http_proxy, https_proxy, no_proxy, PATH, TMPDIR, SOURCE_DATE_EPOCH: String(date) },
      timeout,
    },
  )
}

/** mmdebstrap runs a hook by the shell, with the folder of the new system as `$1`. */
const addUser = ({ name, id, home }: (typeof databaseUsers)[number]) =>
  `chroot "$1" useradd --system --uid ${id} --user-group --no-create-home --home-dir ${home} --shell /usr/sbin/nologin ${name}`

/** Name and version of each package in a base. */
export async function packagesOf(file: string): Promise<string[]> {
  const list = await runOrThrow(['tar', '-xOf', file, './var/lib/dpkg/status'], { timeout })
  const field = (text: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]
  return list
    .trim()
    .split('\n\n')
    .map((each) => `${field(each, 'Package')}=${field(each, 'Version')}`)
    .sort()
}

/** What stands in the way of a base on this machine; `undefined` if nothing does. */
export const missingForBases = (): string | undefined =>
  hasProgram('mmdebstrap', process.env.PATH ?? '')
    ? undefined
    : "The container image needs mmdebstrap: install Debian's package of that name, or leave the image out with --without image."

const emulator = '/proc/sys/fs/binfmt_misc/qemu-aarch64'

/** Whether programs of a processor run here, by themselves or emulated: Debian's packages run some while they are installed. */
export const canRun = ({ node }: Architecture): boolean =>
  node === process.arch || (node === 'arm64' && existsSync(emulator))
