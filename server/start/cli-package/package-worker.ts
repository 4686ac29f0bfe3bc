import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { writeTar } from '#kit/files/tar.ts'
import { packageFiles } from './package-files.ts'

// Node's own way to remove types is told to be experimental on every use; it is what runs this program, too.
process.removeAllListeners('warning')

const files = await packageFiles(workerData)
parentPort?.postMessage(gzipSync(writeTar(files), { level: 9 }))
