import { flushCompileCache } from 'node:module'
import { countHeldFiles, type HeldFilesQuestion } from './held-files.ts'

/** A separate process, because it can be killed while it waits for a kernel lock, unlike a thread. */
process.on('message', (question: HeldFilesQuestion) => process.send?.(countHeldFiles(question)))
process.send?.('ready')
// It is always ended by a signal, which would not keep what was compiled for the next one.
flushCompileCache()
