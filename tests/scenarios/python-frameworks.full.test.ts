import { before } from 'node:test'
import { deployExamples } from '#tests/support/applications/deploy-examples.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

before(() => provideTools({ name: 'python', version: '3.13' }), { timeout: 900_000 })

/** Django with its tasks, and FastAPI by uv. */
await deployExamples('python-frameworks')
