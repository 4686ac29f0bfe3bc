import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'

/** A single-process nginx and its port. */
export interface Nginx extends AsyncDisposable {
  pid: number
  port: number
}

const settings = (folder: string, inside: string) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path ${folder};
  proxy_temp_path ${folder};
  fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder};
  scgi_temp_path ${folder};
  ${inside}
}
`

/** Starts nginx with this content in its `http` block, on a loopback port. */
export async function startNginx(port: number, inside: string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, settings(folder, inside))
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], {
    env: plainEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'spawn')
  await until(() => isOpen(port), { timeout: 10_000, what: 'the start of nginx' })
  return {
    pid: child.pid ?? 0,
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await withTimeout(once(child, 'exit'), 10_000, 'its end')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
