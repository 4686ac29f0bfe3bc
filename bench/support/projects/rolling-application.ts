/** An application that returns its deployment, echoes bodies, and answers one path in many chunks. */
const server = `import { createServer } from 'node:http'

createServer((request, response) => {
  response.setHeader('X-Deployment', process.env.CC_DEPLOYMENT_ID)
  if (request.url === '/echo') return request.pipe(response)
  if (request.url !== '/pieces') return response.end('well')
  let left = 20
  const timer = setInterval(() => {
    response.write('piece ')
    if (--left > 0) return
    clearInterval(timer)
    response.end()
  }, 50)
}).listen(process.env.PORT, '0.0.0.0')
`

export const pieces = 'piece '.repeat(20)

/** Two commits with these files are deployed in turn. The application ignores SIGTERM, as most do. */
export const rollingFiles = (note: string): Record<string, string> => ({
  'package.json': JSON.stringify({
    name: 'rolling',
    private: true,
    type: 'module',
    scripts: { start: 'node server.js' },
  }),
  'server.js': server,
  'note.txt': note,
})
