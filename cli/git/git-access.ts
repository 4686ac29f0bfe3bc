import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkout } from '#cli/checkout.ts'
import type { Profile } from '#cli/profiles/profile.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import { isLoopback } from '#kit/net/loopback.ts'

/** Everything Git must be told to push to an application over HTTPS without asking anyone. */
export interface GitAccess {
  url: string
  /** Whether the platform's own authority is among the settings. */
  hasAuthority: boolean
  /** Settings of Git in order; a key may come twice. */
  settings: readonly (readonly [key: string, value: string])[]
}

export function gitAccess({ deployment, branch }: Application, profile: Profile): GitAccess {
  const url = deployment.httpUrl
  if (!url?.startsWith('https://'))
    throw new Refusal(
      'The platform has no https address for git push.',
      `Push over SSH: ${deployment.url}`,
    )
  if ('apiToken' in profile.credentials)
    throw new Refusal(
      'An API token cannot push over HTTPS.',
      `Push with an SSH key (\`berth ssh-keys add\`): \`git push ${deployment.url} HEAD:${branch}\`; or log in with \`berth login\`.`,
    )
  return {
    url,
    hasAuthority: profile.ca !== undefined,
    settings: [...authority(url, profile), ...direct(url), ...credentialHelper(url, profile)],
  }
}

/** The settings of Git that hold for every application of the same Git address. */
export const settingKeys = (url: string): string[] => [
  fileKey(url),
  folderKey(url),
  proxyKey(url),
  helperKey(url),
]

const fileKey = (url: string) => `http.${new URL(url).origin}/.sslCAInfo`
const folderKey = (url: string) => `http.${new URL(url).origin}/.sslCAPath`
const proxyKey = (url: string) => `http.${new URL(url).origin}/.proxy`
const helperKey = (url: string) => `credential.${new URL(url).origin}.helper`

/** The folder too: where GIT_SSL_CAINFO is set, it beats the file. */
const authority = (url: string, { ca }: Profile) =>
  ca ? [[fileKey(url), ca] as const, [folderKey(url), dirname(ca)] as const] : []

/** No proxy of the environment can reach this machine from outside. */
const direct = (url: string) =>
  isLoopback(new URL(url).hostname) ? [[proxyKey(url), ''] as const] : []

/** The empty value first: Git then forgets other helpers, which would keep a copy of our secret. */
const credentialHelper = (url: string, { name }: Profile) => [
  [helperKey(url), ''] as const,
  [helperKey(url), `!${quoted(launcher)} git-credential --profile ${quoted(name)}`] as const,
]

/** A checkout has a shell script that finds its Node, the package that a platform serves a program for the machine's. */
const launcher = ['bin/berth', 'bin/berth.js']
  .map((path) => join(checkout, path))
  .find((path) => existsSync(path)) as string

/** Git hands the helper's line to a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
