import { countHeldFiles, type HeldFilesQuestion } from './held-files.ts'

/** A process of its own, because it can be killed while it waits for a lock of the kernel, and a thread cannot. */
process.on('message', (question: HeldFilesQuestion) => process.send?.(countHeldFiles(question)))
process.send?.('ready')
