import { requireTls } from '#cli/profiles/require-tls.ts'
import { Refusal } from '#cli/refusal.ts'

/**
 * Arguments for curl with the path turned into a URL; other hosts are refused, because the credentials are sent along.
 */
export function curlArguments(api: string, typed: readonly string[]): string[] {
  requireTls(api, 'curl')
  const { origin } = new URL(api)
  const target = targetOf(origin, typed)
  if (target === undefined)
    throw new Refusal(
      `Pass a URL of ${origin}, or a path such as /v2/self.`,
      'It must come before the options of curl.',
    )
  const stranger = typed.find((word) => isElsewhere(origin, word))
  if (stranger !== undefined)
    throw new Refusal(`'${stranger}' is not on ${origin}; credentials are only sent there.`)
  return typed.map((word) => (word === target && word.startsWith('/') ? origin + word : word))
}

/**
 * The first argument if it is a path or a URL of the API; else the first argument that can only be a URL of the API.
 */
function targetOf(origin: string, typed: readonly string[]): string | undefined {
  const [first = ''] = typed
  if (first.startsWith('/') || isOf(origin, first)) return first
  return typed.find((word) => isOf(origin, word) || /^\/v\d+\//.test(word))
}

const isOf = (origin: string, word: string) => URL.canParse(word) && new URL(word).origin === origin

const isElsewhere = (origin: string, word: string) =>
  /^(--next|-:|--url.*|--proxy.*|-x.*|--preproxy.*|--connect-to.*|--resolve.*)$/.test(word) ||
  (/^[a-z][a-z0-9+.-]*:\/\//i.test(word) && !isOf(origin, word))
