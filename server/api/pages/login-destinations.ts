import { consoleAddress } from './console/addresses.ts'

/** Pages that a login can lead to, by the form field that carries them: always our own. `next` is an address itself. */
const destinations = {
  next: '',
  oauth_token: '/v2/oauth/authorize',
  cli_token: '/cli-oauth',
  invitationKey: '/v2/invitations/accept',
  addon_id: '/addons/open',
  goto: '/goto',
} as const

type Carried = keyof typeof destinations

/** Fields carried through login, second factor and sign-up: at most one of these. */
export function carried(fields: URLSearchParams): Partial<Record<Carried, string>> {
  for (const name of Object.keys(destinations) as Carried[]) {
    const value = fields.get(name)
    const carries = name === 'next' ? consoleAddress(value ?? '') : value
    if (carries) return { [name]: carries }
  }
  return {}
}

/** The page after a login. */
export function destinationOf(fields: URLSearchParams): string {
  const [[name, value] = []] = Object.entries(carried(fields))
  if (name === 'next' && value) return value
  return name && value
    ? `${destinations[name as Carried]}?${new URLSearchParams({ [name]: value })}`
    : '/'
}

/** The login page with the destination to return to. */
export function loginPath(fields: URLSearchParams): string {
  const along = new URLSearchParams(carried(fields))
  return along.size > 0 ? `/v2/sessions/login?${along}` : '/v2/sessions/login'
}
