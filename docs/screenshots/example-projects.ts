/** Files of a project, by path. */
export type ProjectFiles = Record<string, string>

const manifest = (name: string) => `${JSON.stringify({ name, main: 'server.js' }, null, 2)}\n`

/** A shop that logs what it sells, with warnings and an error now and then. */
export const storefront = (version: string): ProjectFiles => ({
  'package.json': manifest('storefront'),
  'server.js': `
const { createServer } = require('node:http')
const colour = (code, text) => '\\u001b[' + code + 'm' + text + '\\u001b[0m'
const articles = ['anchor', 'compass', 'rope', 'lantern', 'chart of the bay']
let orders = 1040

const server = createServer((request, response) => {
  const begin = performance.now()
  const { pathname } = new URL(request.url, 'http://shop')
  if (pathname === '/checkout') {
    const article = articles[orders % articles.length]
    console.log(colour(32, 'order') + ' ' + ++orders + ': 1 × ' + article + ' for customer ' + (7000 + orders % 97))
    if (orders % 7 === 0) console.log('WARN stock of ' + article + ' is low: 3 left')
    if (orders % 23 === 0) console.error('Error: payment gateway answered 502, order ' + orders + ' is tried again in 30 s')
  }
  if (pathname === '/report') { response.statusCode = 500; console.error('TypeError: cannot read properties of undefined (reading \\'total\\')') }
  if (pathname.startsWith('/old')) response.statusCode = 404
  response.end('storefront ${version}')
  console.log('GET ' + pathname + ' ' + response.statusCode + ' ' + (performance.now() - begin).toFixed(1) + ' ms')
})
server.listen(8080, '0.0.0.0', () => console.log('storefront ${version} listens on port 8080'))
process.on('SIGTERM', () => server.close())
`,
})

/** A shop whose start fails. */
export const brokenStorefront: ProjectFiles = {
  'server.js': `
console.log('storefront 1.4.0 starts')
const { loadRates } = require('./rates.js')
console.log(loadRates())
`,
}

export const service = (name: string): ProjectFiles => ({
  'package.json': manifest(name),
  'server.js': `
const server = require('node:http').createServer((request, response) => {
  console.log('asked for ' + request.url)
  response.end('${name}')
})
server.listen(8080, '0.0.0.0', () => console.log('${name} is ready'))
process.on('SIGTERM', () => server.close())
`,
})

/** A program that never answers its health check. */
export const silentWorker: ProjectFiles = {
  'package.json': manifest('mail-worker'),
  'server.js': `
console.log('connecting to the queue')
throw new Error('QUEUE_URL is required')
`,
}
