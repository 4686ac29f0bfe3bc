import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { glob, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import type { S3Bucket } from '#stores/objects/s3-address.ts'
import { provideVersitygw } from './build-versitygw.ts'

/** A real S3 server of one test file, on loopback: the Versity S3 Gateway over a folder. */
export interface S3Server extends AsyncDisposable {
  createBucket(): Promise<S3Bucket>
  /** Forgets the first part of each upload of a bucket that is not complete, although it was acknowledged. */
  loseFirstParts(bucket: string): Promise<void>
  stop(how?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
}

const keys = { accessKey: 'berth-test', secretKey: 'a-secret-nobody-may-read' }

export async function openS3Server(): Promise<S3Server> {
  const path = await provideVersitygw()
  const folder = await mkdtemp(join(tmpdir(), 'berth-s3-'))
  const root = join(folder, 'buckets')
  const metadata = join(folder, 'metadata')
  const accounts = join(folder, 'accounts')
  for (const path of [root, metadata, accounts]) await mkdir(path)
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  const start = async () => {
    const secrets = ['--access', keys.accessKey, '--secret', keys.secretKey]
    const places = [
      '--port',
      `127.0.0.1:${port}`,
      '--health',
      '/health',
      '--quiet',
      '--iam-dir',
      accounts,
    ]
    server = spawn(path, [...secrets, ...places, 'posix', '--sidecar', metadata, root], {
      cwd: folder,
      stdio: 'ignore',
    })
    await until(async () => (await fetch(`${endpoint}/health`).catch(() => undefined))?.ok, {
      timeout: 300_000,
      what: 'the start of the S3 server',
    })
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await start()
  return {
    start,
    stop,
    async createBucket() {
      const bucket = `test-${randomUUID()}`
      await mkdir(join(root, bucket))
      return { bucket, prefix: 'berth/', endpoint, region: 'us-east-1', ...keys }
    },
    async loseFirstParts(bucket) {
      const uploads = join(root, bucket, '.sgwtmp/multipart')
      for await (const part of glob('*/*/1', { cwd: uploads })) await rm(join(uploads, part))
    },
    async [Symbol.asyncDispose]() {
      await stop('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
