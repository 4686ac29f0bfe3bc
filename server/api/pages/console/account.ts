import { escapeHtml } from '#kit/text/html.ts'
import {
  type ConsoleCall,
  code,
  consolePage,
  date,
  facts,
  link,
  list,
  nextSteps,
} from './console-page.ts'
import { thingsOf } from './organisation.ts'
import { type AccountPart, accountPath } from './paths.ts'

interface AccountPage {
  title: string
  summary: string
  body(call: ConsoleCall): Promise<string>
}

const pages: Record<AccountPart, AccountPage> = {
  'ssh-keys': {
    title: 'SSH keys',
    summary: 'Lists the SSH keys of the user',
    async body({ platform, user }) {
      const keys = await platform.store.sshKeys.list(user.id)
      const shown = keys.map(
        ({ name, fingerprint }) => `${escapeHtml(name)}<br>${code(fingerprint)}`,
      )
      return `${list(shown, 'There are none: Git over SSH needs one.')}
${nextSteps(['berth ssh-keys add NAME FILE', 'berth ssh-keys remove NAME'], 'GET /v2/self/keys')}`
    },
  },
  emails: {
    title: 'Email addresses',
    summary: 'Lists the e-mail addresses of the user',
    async body({ platform, user }) {
      const emails = await platform.store.emails.listOf(user.id)
      const shown = emails.map((email) =>
        email === user.email ? `${escapeHtml(email)} (primary)` : escapeHtml(email),
      )
      return `${list(shown, 'There are none.')}
${nextSteps(['berth emails add ADDRESS', 'berth emails primary ADDRESS'], 'GET /v2/self/emails')}`
    },
  },
  information: {
    title: 'Profile',
    summary: 'Shows the user and what is in the personal space',
    async body(call) {
      const { user } = call
      return `${facts({ Name: escapeHtml(user.name), Email: escapeHtml(user.email), Id: code(user.id) })}
<nav aria-label="Account"><ul>
<li>${link(accountPath('emails'), 'Email addresses')}</li>
<li>${link(accountPath('ssh-keys'), 'SSH keys')}</li>
<li>${link(accountPath('api-tokens'), 'API tokens')}</li>
<li>${link('/account/second-factor', 'Second factor')}</li>
</ul></nav>
${await thingsOf(call, user.id)}
${nextSteps(['berth profile', 'berth password'], 'GET /v2/self')}`
    },
  },
  'api-tokens': {
    title: 'API tokens',
    summary: 'Lists the API tokens of the user, without their text',
    async body({ platform, user }) {
      const tokens = await platform.store.apiTokens.listOf(user.id)
      const shown = tokens.map(
        ({ id, name, expiresAt }) => `${escapeHtml(name)}, until ${date(expiresAt)}<br>${code(id)}`,
      )
      return `${list(shown, 'There are none.')}
${nextSteps(['berth tokens create NAME', 'berth tokens revoke ID'], 'GET /api-tokens, at the bridge')}`
    },
  },
}

export const consoleAccountPages = (Object.keys(pages) as AccountPart[]).map((part) => {
  const { title, summary, body } = pages[part]
  return consolePage({
    path: accountPath(part),
    title,
    summary,
    target: () => part,
    handle: async (call) => ({ title, body: await body(call) }),
  })
})
