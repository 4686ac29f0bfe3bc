import { defineCommand } from '#cli/define-command.ts'
import { keepProfile } from '#cli/profiles/profile.ts'
import { browserLogin } from './browser-login.ts'
import { localLogin } from './local-login.ts'

export const login = defineCommand({
  words: 'login',
  summary: 'Log in to a platform: one on this machine, or another through the browser',
  description:
    'With --local, the first account of a platform on this machine is used: admin.json of its data folder holds its credentials.\n' +
    'Without, a page opens in the browser, also on another machine; the login is complete once you agree there. The page and the terminal show the same code.',
  options: {
    local: { type: 'boolean', summary: 'Use the first account of a platform on this machine' },
    data: {
      type: 'string',
      value: 'folder',
      summary:
        'Its data folder, with --local (default: $BERTH_DATA, or ./data, or data of this checkout)',
    },
    api: { type: 'string', value: 'url', summary: 'Address of the API' },
    bridge: {
      type: 'string',
      value: 'url',
      summary: 'Address of the bridge (default: what the API says)',
    },
    console: { type: 'string', value: 'url', summary: 'Address of the console (default: the API)' },
    ca: {
      type: 'string',
      value: 'file',
      summary: "Certificate authority that signed the platform's certificates, in PEM",
    },
    'consumer-key': {
      type: 'string',
      value: 'key',
      summary: 'Consumer that the tool acts through (default: what the platform says)',
    },
    'consumer-secret': { type: 'string', value: 'secret', summary: 'Its secret' },
  },
  examples: ['berth login --local', 'berth login --api https://api.example.com'],
  async handle(context) {
    const { terminal, output } = context
    const { profile, ca, self } = await (context.options.local ? localLogin : browserLogin)(context)
    await keepProfile(terminal, profile, ca)
    output.print(
      { profile: profile.name, api: profile.api, id: self.id, email: self.email },
      () => `Logged in to ${profile.api} as ${self.email} (profile '${profile.name}').`,
    )
    return 0
  },
})
