import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { writeTar } from '#kit/files/tar.ts'
import { packageFiles } from './package-files.ts'

// Node warns on every use that type stripping is experimental; this program itself runs by it.
process.removeAllListeners('warning')

const files = await packageFiles(workerData)
parentPort?.postMessage(gzipSync(writeTar(files), { level: 9 }))
