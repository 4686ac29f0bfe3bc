import { before } from 'node:test'
import { deployExamples } from '#tests/support/applications/deploy-examples.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** A new machine downloads 160 MB. */
before(() => provideTools({ name: 'python', version: '3.13' }), { timeout: 900_000 })

/** The smallest application of Python: requirements.txt, uwsgi, static files. */
await deployExamples('python')
