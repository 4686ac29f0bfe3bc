import { createHash } from 'node:crypto'
import { endpoint } from './http/endpoint.ts'
import { Reply } from './http/reply.ts'

/** Where the package of the command-line tool is. */
export const cliPackagePath = '/downloads/berth-cli.tgz'

export const getCliPackage = endpoint({
  method: 'GET',
  path: cliPackagePath,
  access: 'anyone',
  summary:
    'The command-line tool that fits this platform, as a package for `npm install -g`: plain JavaScript for Node 20 and newer',
  cost: 5,
  async handle({ cliPackage, headers }) {
    const body = await cliPackage()
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const caching = { etag, 'cache-control': 'no-cache' }
    if (headers['if-none-match'] === etag) return new Reply({ status: 304, headers: caching })
    return new Reply({ headers: { 'content-type': 'application/gzip', ...caching }, body })
  },
})
