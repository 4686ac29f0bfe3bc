import { endpoint } from '#api/endpoint.ts'

export const getPlatform = endpoint({
  method: 'GET',
  path: '/v4/platform',
  access: 'anyone',
  summary: 'Shows the addresses of the platform',
  async handle({ addresses: { api, bridge, console, git, visitors } }) {
    const pushing = { ssh: `ssh://git@${git}`, https: `https://${git}` }
    return { api, bridge, console, git: pushing, visitors }
  },
})
