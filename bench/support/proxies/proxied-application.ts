import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Target } from '#bench/support/cost.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { freePort } from '#kit/net/free-port.ts'
import { type Nginx, startNginx } from './nginx.ts'

/** Host of the application that is measured. */
export const host = 'app.localhost'

/** A small answer, as fast as nginx gives it. */
export async function startApplication(): Promise<Nginx> {
  const port = await freePort()
  const body = 'well '.repeat(20)
  return startNginx(port, `server { listen 127.0.0.1:${port}; return 200 "${body}"; }`)
}

/** nginx over HTTP, the same with an access log, and over HTTP/2. */
export interface NginxProxy extends Nginx {
  logged: Target
  secure: Target & { ca: string }
}

/** nginx with the same work as a router: keep-alive on both sides, and the forwarding headers. */
export async function startProxy(application: Nginx): Promise<NginxProxy> {
  const port = await freePort()
  const loggedPort = await freePort()
  const securePort = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'berth-bench-'))
  const authority = createAuthority('nginx of a benchmark')
  const identity = issueCertificate(authority, [host])
  await writeFile(join(folder, 'certificate.pem'), identity.certificate)
  await writeFile(join(folder, 'key.pem'), identity.key, { mode: 0o600 })
  const location = `location / {
         proxy_pass http://application;
         proxy_http_version 1.1;
         proxy_set_header Connection "";
         proxy_set_header Host $http_host;
         proxy_set_header X-Forwarded-For $remote_addr;
         proxy_set_header X-Forwarded-Proto $scheme;
         proxy_set_header X-Forwarded-Host $http_host;
         proxy_set_header X-Forwarded-Port $server_port;
       }`
  const nginx = await startNginx(
    port,
    `upstream application { server 127.0.0.1:${application.port}; keepalive 64; }
     server {
       listen 127.0.0.1:${port};
       listen 127.0.0.1:${securePort} ssl http2;
       ssl_certificate ${folder}/certificate.pem;
       ssl_certificate_key ${folder}/key.pem;
       server_name ${host};
       ${location}
     }
     server {
       listen 127.0.0.1:${loggedPort};
       server_name ${host};
       access_log ${folder}/access.log;
       ${location}
     }`,
  )
  return {
    ...nginx,
    logged: { pid: nginx.pid, port: loggedPort },
    secure: { pid: nginx.pid, port: securePort, ca: authority.certificate },
    async [Symbol.asyncDispose]() {
      await nginx[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
