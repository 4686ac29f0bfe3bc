import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { isIP, isIPv4 } from 'node:net'
import { join } from 'node:path'
import { overwriteFile } from '#kit/files/overwrite-file.ts'
import { hostLoopback } from '#kit/net/host-loopback.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import { copyPerl } from '#kit/process/carried-perl.ts'
import { type Confinement, sandboxPathsOf } from './confinement.ts'

export interface NameServers {
  /** Content of `/etc/resolv.conf` for a network namespace. */
  text: string
  /** IPv4 addresses that a namespace can reach. */
  addresses: string[]
}

const stubFile = '/etc/resolv.conf'
const upstreamFile = '/run/systemd/resolve/resolv.conf'

/** A name server on loopback cannot be reached from a namespace, so its upstreams are used instead. */
export function chooseNameServers(stub: string, upstream: string): NameServers {
  const reachable = [stub, upstream].find((text) => reachableServers(text).length > 0) ?? stub
  return { text: reachable, addresses: reachableServers(reachable) }
}

function reachableServers(text: string): string[] {
  const servers = text.matchAll(/^nameserver\s+(\d+\.\d+\.\d+\.\d+)\s*$/gm)
  return [...servers].flatMap(([, address]) =>
    address && !isLoopback(address) && address !== '0.0.0.0' ? [address] : [],
  )
}

export async function readNameServers(): Promise<NameServers> {
  const [stub, upstream] = await Promise.all([stubFile, upstreamFile].map(readOrEmpty))
  return chooseNameServers(stub ?? '', upstream ?? '')
}

const readOrEmpty = (path: string) => readFile(path, 'utf8').catch(() => '')

/** Name of add-on servers in variables of earlier versions, which running instances may still use. */
const earlierAddonsName = 'addons.localhost'
/** Address of add-on servers inside an instance, from a range that no network uses. */
export const addonsAddress = '198.18.0.1'

/** Addresses that are translated to add-on servers on this machine, and lead nowhere else. */
export const addonsAddresses = [addonsAddress, hostLoopback] as const

/** The same plus the operator's address for add-on servers, which may serve other things as well. */
export const translatedAddresses = (addonsHost: string): string[] => [
  ...new Set([...addonsAddresses, ...(isIPv4(addonsHost) ? [addonsHost] : [])]),
]

const fixedFiles = {
  passwd: 'app:x:1000:1000::/home/app:/bin/sh\n',
  group: 'app:x:1000:\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
}

/** Content of `/etc/hosts`. */
export function hostsText({
  isIsolated,
  addonsHost,
}: Pick<EtcFiles, 'isIsolated' | 'addonsHost'>): string {
  const names = [earlierAddonsName, ...(isIP(addonsHost) ? [] : [addonsHost])]
  return `127.0.0.1 localhost app
::1 localhost app
${isIsolated ? addonsAddress : '127.0.0.1'} ${names.join(' ')}
`
}

export interface EtcFiles {
  isIsolated: boolean
  extraCaCerts: Buffer | undefined
  /** Host in the URIs of add-on servers. */
  addonsHost: string
}

/** Writes the files of `/etc` for sandboxes. */
export async function writeEtcFiles(
  folder: string,
  { isIsolated, extraCaCerts, addonsHost }: EtcFiles,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const files: Record<string, string | Buffer> = {
    ...fixedFiles,
    hosts: hostsText({ isIsolated, addonsHost }),
  }
  if (extraCaCerts) files['extra.pem'] = extraCaCerts
  // In place, because instances that run have them mounted: on a full disk they keep what they have.
  for (const [name, content] of Object.entries(files)) {
    overwriteFile(join(folder, name), content, 0o644)
  }
  await refreshNameServers(folder, isIsolated)
}

const copying = new Map<string, Promise<void>>()

/** Puts a Perl there for sandboxes with the root of an image, which may have none: sessions need one. */
export async function providePerl(folder: string): Promise<void> {
  const target = join(folder, 'perl')
  const begin = async () => {
    if (!(await stat(target).catch(() => undefined))) await copyPerl(target)
  }
  const running = copying.get(target) ?? begin().finally(() => copying.delete(target))
  copying.set(target, running)
  await running
}

/** The machine may have changed its network; the file is updated in place, because it is mounted. */
export async function refreshNameServers(folder: string, isIsolated: boolean): Promise<void> {
  const path = join(folder, 'resolv.conf')
  const [kept, text] = await Promise.all([
    readOrEmpty(path),
    isIsolated ? readNameServers().then(({ text }) => text) : readOrEmpty(stubFile),
  ])
  if (text !== kept || text === '') overwriteFile(path, text, 0o644)
}

/** Path of the `passwd` file that an unsandboxed command sees. */
export const usersFile = (folder: string) => join(folder, 'passwd')

/**
 * The machine's `passwd` with the application's user added: programs such as SSH refuse to run as an unlisted user. A
 * sandbox has a `passwd` of its own.
 */
export async function writeUsersFile(confinement: Confinement): Promise<void> {
  const { folder, user, isSandboxed } = confinement
  if (user === undefined || isSandboxed) return
  const machine = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const { home } = sandboxPathsOf(confinement)
  const text = `app:x:${user}:${user}::${home}:/bin/sh\n${machine}`
  // Replaced atomically, because another command of the same folder may read it.
  const fresh = `${usersFile(folder)}-${randomUUID()}`
  await writeFile(fresh, text, { mode: 0o644 })
  await rename(fresh, usersFile(folder))
}
