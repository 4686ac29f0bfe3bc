import { endpoint } from './http/endpoint.ts'
import { respond } from './http/response.ts'

/** Path of the command-line tool's npm package. */
export const cliPackagePath = '/downloads/berth-cli.tgz'

export const getCliPackage = endpoint({
  method: 'GET',
  path: cliPackagePath,
  access: 'anyone',
  summary:
    'The command-line tool that fits this platform, as a package for `npm install -g`: plain JavaScript for Node 20 and newer',
  cost: 5,
  produces: 'application/gzip',
  isStatic: true,
  async handle({ cliPackage }) {
    const headers = { 'content-type': 'application/gzip', 'cache-control': 'no-cache' }
    return respond(await cliPackage(), { headers })
  },
})
