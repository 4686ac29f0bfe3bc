import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import { webAddress } from '#kit/net/web-address.ts'
import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { GitHostKind, RegisteredGitHost } from '#platform/model/hosting/git-hosts/git-host.ts'
import { usualApiUrl } from '#platform/model/hosting/git-hosts/host-of.ts'
import { parseGitHostId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** What the operator says of a host; what is absent stays as it was, or is the usual. */
export interface WantedHost {
  kind?: GitHostKind
  name?: string
  url?: string
  apiUrl?: string
  sshPort?: number
  /** `null` for none any more. */
  token?: string | null
  tokenUse?: RegisteredGitHost['tokenUse']
}

const maxHosts = 100
const maxNameLength = 100
const maxTokenLength = 2000

type Context = Pick<Platform, 'store' | 'clock'>

export async function addGitHost(
  { store, clock }: Context,
  wanted: WantedHost,
  { isFromSettings = false } = {},
): Promise<RegisteredGitHost> {
  const { kind, url } = wanted
  if (kind === undefined || url === undefined) {
    throw new Refusal('invalid', 'A Git host has a kind and a URL.')
  }
  const host: RegisteredGitHost = {
    id: newId('githost'),
    ...checked({ ...wanted, kind, url }, undefined),
    isFromSettings,
    createdAt: clock(),
  }
  await store.transaction(async (inside) => {
    const others = await inside.gitHosts.list()
    if (others.length >= maxHosts) throw new Refusal('limited', `There are ${maxHosts} already.`)
    refuseTwice(host, others)
    await inside.gitHosts.add(host)
  })
  return host
}

export async function changeGitHost(
  { store }: Pick<Platform, 'store'>,
  id: string,
  wanted: WantedHost,
): Promise<RegisteredGitHost> {
  return store.transaction(async (inside) => {
    const known = await findRegistered({ store: inside }, id)
    refuseSettings(known)
    const change = checked(wanted, known)
    refuseTwice({ ...known, ...change }, await inside.gitHosts.list())
    await inside.gitHosts.change(known.id, change)
    return { ...known, ...change }
  })
}

export async function removeGitHost({ store }: Pick<Platform, 'store'>, id: string): Promise<void> {
  const known = await findRegistered({ store }, id)
  refuseSettings(known)
  await store.gitHosts.remove(known.id)
}

async function findRegistered(
  { store }: Pick<Platform, 'store'>,
  text: string,
): Promise<RegisteredGitHost> {
  const found = await store.gitHosts.find(parseGitHostId(text))
  if (found) return found
  throw new Refusal('missing', `There is no Git host ${text}.`)
}

function refuseSettings({ isFromSettings, name }: RegisteredGitHost): void {
  if (!isFromSettings) return
  throw new Refusal('conflict', `${name} comes from BERTH_GIT_HOSTS_FILE: change it there.`)
}

function refuseTwice(host: RegisteredGitHost, others: readonly RegisteredGitHost[]): void {
  const same = others.find(({ id, url }) => id !== host.id && url === host.url)
  if (same) throw new Refusal('conflict', `${host.url} is registered already, as ${same.name}.`)
}

type Described = Omit<RegisteredGitHost, 'id' | 'isFromSettings' | 'createdAt'>

/** What a host is after a change; throws a refusal. */
function checked(wanted: WantedHost, known: Described | undefined): Described {
  const kind = wanted.kind ?? known?.kind ?? 'git'
  const url = wanted.url === undefined ? (known?.url ?? '') : urlIn('URL', wanted.url)
  const isMoved = url !== known?.url || kind !== known.kind
  const apiUrl =
    wanted.apiUrl !== undefined
      ? urlIn('URL of the API', wanted.apiUrl)
      : isMoved
        ? usualApiUrl(kind, url)
        : known.apiUrl
  const name = (wanted.name ?? known?.name ?? '').trim() || new URL(url).host
  if (name.length > maxNameLength || /\p{C}/u.test(name)) {
    throw new Refusal('invalid', `A name is one line of at most ${maxNameLength} characters.`)
  }
  const sshPort = wanted.sshPort ?? known?.sshPort ?? 22
  if (sshPort < 1 || sshPort > 65_535) {
    throw new Refusal('invalid', `${sshPort} is not a port.`)
  }
  // A token is of one place: it must not be sent to another that somebody has changed the address to.
  const kept = isMoved || apiUrl !== known?.apiUrl ? null : known.token
  const token = wanted.token === undefined ? kept : wanted.token
  if (token !== null) refuseToken(kind, token)
  const tokenUse = wanted.tokenUse ?? known?.tokenUse ?? 'deploy-keys'
  return { kind, name, url, apiUrl: kind === 'git' ? '' : apiUrl, sshPort, token, tokenUse }
}

function refuseToken(kind: GitHostKind, token: string): void {
  if (kind === 'git') throw new Refusal('invalid', 'A host of kind git has no API for a token.')
  if (!/^[\x21-\x7e]+$/.test(token) || token.length > maxTokenLength) {
    throw new Refusal('invalid', 'The token is not valid.')
  }
}

function urlIn(what: string, text: string): string {
  const url = webAddress(withoutTrailingSlashes(text.trim()))
  if (!url || url.search || url.hash) {
    const shown = JSON.stringify(text.slice(0, 200))
    throw new Refusal(
      'invalid',
      `${shown} is not the ${what} of a host, such as https://git.example.org.`,
    )
  }
  return withoutTrailingSlashes(url.href)
}
