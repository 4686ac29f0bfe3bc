import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type Profile, readProfiles, validProfileName } from '#cli/profiles/profile.ts'
import { requireTls } from '#cli/profiles/require-tls.ts'
import { Refusal } from '#cli/refusal.ts'
import { openInBrowser } from '#cli/terminal/browser.ts'
import type { Output } from '#cli/terminal/output.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { type Client, createClient } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { IssuedAccessToken } from '#client/resources/accounts/self.ts'
import type { PlatformAddresses } from '#client/resources/platform.ts'
import { programVersion } from '#kit/build-identity/read-build.ts'
import { shortCode } from '#kit/crypto/short-code.ts'
import { type LoggedIn, verified } from './verify-login.ts'

interface ProviderContext {
  terminal: Terminal
  output: Output
  options: Record<
    'api' | 'bridge' | 'console' | 'ca' | 'consumer-key' | 'consumer-secret' | 'profile',
    string | undefined
  >
}

const pollEvery = 1_000
const timeout = 5 * 60_000

/** Logs in with an access token that the user approves on a page of the console. */
export async function browserLogin({
  terminal,
  output,
  options,
}: ProviderContext): Promise<LoggedIn> {
  const { profiles, active } = await readProfiles(terminal)
  const named = (one: string | undefined) => profiles.find(({ name }) => name === one)
  const wanted = options.api && originOf(options.api)
  const former = wanted
    ? profiles.find(({ api }) => api === wanted)
    : (named(options.profile) ?? named(active))
  const api = wanted ?? former?.api
  if (!api)
    throw new Refusal(
      'Unknown platform address.',
      'Use `berth login --local`, or pass --api <url>.',
    )
  requireTls(api, 'the platform')
  const ca = await authority(options.ca ?? former?.ca)
  const stranger = createClient({ api, ...(ca ? { ca } : {}) })
  const platform = await addressesOf(stranger)
  // A local API has no TLS and needs no authority, but Git over HTTPS does, with the same secret.
  const known = ca ?? (api.startsWith('http:') ? platform?.authority : undefined)
  const consumer = consumerOf(options, terminal.env, { platform, former })
  const console = options.console
    ? originOf(options.console)
    : platform?.console || former?.console || api

  const cliToken = randomBytes(20).toString('base64url')
  const page = `${console}/cli-oauth?cli_version=${encodeURIComponent(programVersion())}&cli_token=${cliToken}`
  // One poll before the page opens registers the host name that the page shows.
  const early = await askForToken(stranger, cliToken)
  output.tell(
    `Confirm the login on this page:\n  ${page}\nIt shows the code ${shortCode(cliToken)}.`,
  )
  openInBrowser(page, terminal)
  const { token, secret } = early ?? (await awaitToken(stranger, cliToken))

  const bridge = options.bridge ? originOf(options.bridge) : platform?.bridge
  const git = platform?.git.https ?? former?.git
  const visitors = platform?.visitors ?? former?.visitors
  return verified(
    {
      name: validProfileName(options.profile ?? former?.name ?? 'default'),
      api,
      ...(bridge ? { bridge } : {}),
      console,
      ...(git ? { git } : {}),
      ...(visitors ? { visitors } : {}),
      credentials: { ...consumer, token, secret },
    },
    known,
  )
}

/** Addresses of the listeners; `undefined` on platforms that do not publish them. */
async function addressesOf({ platform }: Client): Promise<PlatformAddresses | undefined> {
  try {
    return await platform.addresses()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Polls once for the token; `undefined` until the user has approved. A cancelled login is refused. */
async function askForToken(
  { self }: Client,
  cliToken: string,
): Promise<IssuedAccessToken | undefined> {
  try {
    return await self.issuedAccessToken(cliToken, hostname())
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

async function awaitToken(client: Client, cliToken: string): Promise<IssuedAccessToken> {
  const deadline = performance.now() + timeout
  while (performance.now() < deadline) {
    await wait(pollEvery)
    const issued = await askForToken(client, cliToken)
    if (issued) return issued
  }
  throw new Refusal('The login was not confirmed within five minutes.', 'Try again: `berth login`.')
}

interface Consumer {
  consumerKey: string
  consumerSecret: string
}

/** OAuth consumer of the options or the environment, else as published by the platform, else of an earlier login. */
function consumerOf(
  options: ProviderContext['options'],
  env: Terminal['env'],
  known: { platform: PlatformAddresses | undefined; former: Profile | undefined },
): Consumer {
  const consumerKey = options['consumer-key'] ?? env.BERTH_CONSUMER_KEY
  const consumerSecret = options['consumer-secret'] ?? env.BERTH_CONSUMER_SECRET
  if (consumerKey && consumerSecret) return { consumerKey, consumerSecret }
  const { platform, former } = known
  const told = platform?.tools
  if (told?.consumerKey && told.consumerSecret)
    return { consumerKey: told.consumerKey, consumerSecret: told.consumerSecret }
  if (former && 'consumerKey' in former.credentials) {
    const { consumerKey, consumerSecret } = former.credentials
    return { consumerKey, consumerSecret }
  }
  throw new Refusal(
    'The platform does not publish the OAuth consumer of its command-line tools.',
    'Ask its operator, and pass --consumer-key and --consumer-secret.',
  )
}

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Refusal(`Invalid address '${address}': use a URL such as https://api.example.com.`)
  return url.origin
}

async function authority(path: string | undefined): Promise<string | undefined> {
  return (
    path &&
    (await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(`${path} cannot be read (${error.code}).`)
    }))
  )
}
