import { endpoint } from '#api/endpoint.ts'
import { statusOf } from '#api/error-response.ts'
import { html, type Reply } from '#api/reply.ts'
import { text } from '#kit/schema.ts'
import { confirmCliLogin, validateCliToken } from '#platform/access/cli-logins.ts'
import { Refusal } from '#platform/refusal.ts'
import { escapeHtml, page } from './page.ts'

const path = '/cli-oauth'

const showLogin = endpoint({
  method: 'GET',
  path,
  access: 'anyone',
  summary: 'The page on which a user lets a command-line tool act for them',
  async handle({ query }) {
    const cliToken = query.get('cli_token') ?? ''
    return orProblemPage(async () => {
      validateCliToken(cliToken)
      return html(page('Log in', form(cliToken)))
    })
  },
})

const confirmLogin = endpoint({
  method: 'POST',
  path,
  access: 'anyone',
  summary: 'Confirms the login of a command-line tool',
  body: text,
  async handle({ platform, body, from }) {
    const fields = new URLSearchParams(body)
    const field = (name: string) => fields.get(name) ?? ''
    const [cliToken, email] = [field('cli_token'), field('email')]
    return orProblemPage(
      async () => {
        await confirmCliLogin(platform, { cliToken, email, password: field('password'), from })
        return html(
          page('You are logged in', '<p>Go back to your terminal; this page can be closed.</p>'),
        )
      },
      form(cliToken, email),
    )
  },
})

export const cliOauthPages = [showLogin, confirmLogin]

async function orProblemPage(attempt: () => Promise<Reply>, again = ''): Promise<Reply> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problem = `<p class="problem" role="alert">${escapeHtml(error.message)}</p>`
    return html(page('Log in', problem + again), statusOf[error.kind])
  }
}

function form(cliToken: string, email = ''): string {
  return `<p>A command-line tool on your machine asks to act for you. Go on only if you have just typed <code>login</code> there.</p>
<form method="post" action="${path}">
<input type="hidden" name="cli_token" value="${escapeHtml(cliToken)}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Log in and let it act for me</button>
</form>`
}
