import { platformAnswer } from '#api/answers/products.ts'
import { cliPackagePath } from '#api/downloads.ts'
import { endpoint } from '#api/http/endpoint.ts'

export const getPlatform = endpoint({
  method: 'GET',
  path: '/v4/platform',
  access: 'anyone',
  summary:
    'Shows the addresses of the platform, the authority of its certificates, and the consumer that its command-line tools act through, whose secret is public',
  answer: platformAnswer,
  async handle({ platform, addresses: { api, bridge, console, git, visitors } }) {
    const pushing = { ssh: `ssh://git@${git}`, https: `https://${git}` }
    const consumer = await platform.store.consumers.find(platform.toolConsumerKey)
    const tools = {
      ...(consumer && { consumerKey: consumer.key, consumerSecret: consumer.secret }),
      package: `${api}${cliPackagePath}`,
    }
    const { listenerAuthority: authority, sshHostKey } = platform
    // A destination as `ssh` understands it; other clients take it as the setting of their gateway.
    const shells = { ssh: `ssh://ssh@${git}`, ...(sshHostKey && { hostKey: sshHostKey }) }
    return {
      api,
      bridge,
      console,
      git: pushing,
      shells,
      visitors,
      tools,
      ...(authority && { authority }),
    }
  },
})
