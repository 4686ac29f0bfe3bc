import { defineCommand } from '#cli/define-command.ts'
import { keepProfile } from '#cli/profiles/profile.ts'
import { browserLogin } from './browser-login.ts'
import { localLogin } from './local-login.ts'

export const login = defineCommand({
  words: 'login',
  summary: 'Log in to a platform, on this machine or through the browser',
  description:
    'With --local, uses the first account of a platform on this machine, from admin.json in its data folder.\n' +
    'Otherwise opens a page in the browser (on any machine) to confirm the login. The page and the terminal show the same code.',
  options: {
    local: { type: 'boolean', summary: 'Use the first account of a platform on this machine' },
    data: {
      type: 'string',
      value: 'folder',
      summary:
        'Data folder for --local (default: $BERTH_DATA, ./data, data of this checkout, or /var/lib/berth)',
    },
    api: { type: 'string', value: 'url', summary: 'Address of the API' },
    bridge: {
      type: 'string',
      value: 'url',
      summary: 'Address of the bridge (default: as published by the API)',
    },
    console: { type: 'string', value: 'url', summary: 'Address of the console (default: the API)' },
    ca: {
      type: 'string',
      value: 'file',
      summary: 'Certificate authority of the platform, in PEM',
    },
    'consumer-key': {
      type: 'string',
      value: 'key',
      summary: 'OAuth consumer key of the tool (default: as published by the platform)',
    },
    'consumer-secret': { type: 'string', value: 'secret', summary: 'OAuth consumer secret' },
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
