import { before } from 'node:test'
import { deployExamples } from '#tests/support/applications/deploy-examples.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** A new machine downloads 150 MB. */
before(() => provideTools({ name: 'gcc', version: '14' }), { timeout: 900_000 })

/** A program in C: a target builds it, a task of mise starts it. */
await deployExamples('linux')
