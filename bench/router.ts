import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { freePort } from '#kit/net/free-port.ts'
import { notedProcess } from '#routers/node/end-router.ts'
import { openNodeRouter } from '#routers/node/node-router.ts'
import { compareCosts, type Target } from './support/cost.ts'
import type { Bench, Figure } from './support/figure.ts'
import { type Nginx, startNginx } from './support/nginx.ts'
import { memoryOf } from './support/process-usage.ts'

const connections = 32
const host = 'app.localhost'

/** CPU time per proxied request, compared with nginx in front of the same application. */
export default {
  name: 'router',
  packages: [{ program: 'nginx', name: 'nginx-light', service: 'nginx' }],
  async run() {
    await using application = await startApplication()
    await using nginx = await startProxy(application)
    await using router = await startRouter(application)
    const idle = memoryOf([router.pid]).proportional
    const [value, referenceValue] = await compareCosts([router, nginx], [next, next], connections)
    const used = memoryOf([router.pid]).proportional
    return [
      {
        name: 'proxied request, kept-alive, CPU',
        value,
        unit: 'µs',
        reference: 'nginx',
        referenceValue,
        ratio: value / referenceValue,
        budget: 9,
      },
      { name: 'router process, idle memory (PSS)', value: idle, unit: 'MB' },
      { name: 'router process, memory after load (PSS)', value: used, unit: 'MB' },
    ] satisfies Figure[]
  },
} satisfies Bench

const next = () =>
  `GET /some/path?with=query HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n`

async function startApplication(): Promise<Nginx> {
  const port = await freePort()
  const body = 'well '.repeat(20)
  return startNginx(port, `server { listen 127.0.0.1:${port}; return 200 "${body}"; }`)
}

/** Same work as the router: keep-alive on both sides, and the forwarding headers. */
async function startProxy(application: Nginx): Promise<Nginx> {
  const port = await freePort()
  return startNginx(
    port,
    `upstream application { server 127.0.0.1:${application.port}; keepalive 64; }
     server {
       listen 127.0.0.1:${port};
       server_name ${host};
       location / {
         proxy_pass http://application;
         proxy_http_version 1.1;
         proxy_set_header Connection "";
         proxy_set_header Host $http_host;
         proxy_set_header X-Forwarded-For $remote_addr;
         proxy_set_header X-Forwarded-Proto $scheme;
         proxy_set_header X-Forwarded-Host $http_host;
         proxy_set_header X-Forwarded-Port $server_port;
       }
     }`,
  )
}

async function startRouter(application: Nginx): Promise<Target & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-bench-'))
  const authority = createAuthority('Berth of a benchmark')
  const router = await openNodeRouter({
    folder: join(folder, 'router'),
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    authority: authority.certificate,
    identityFor: (name) => issueCertificate(authority, [name]),
  })
  await router.switchTo({
    applicationId: 'app_bench',
    hosts: [host],
    addresses: [{ host: '127.0.0.1', port: application.port }],
    forceHttps: false,
    stickySessions: false,
  })
  return {
    pid: notedProcess(join(folder, 'router')) ?? 0,
    port: router.addresses.http,
    async [Symbol.asyncDispose]() {
      await router.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
