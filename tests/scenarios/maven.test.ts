import { before } from 'node:test'
import { deployExamples } from '#tests/support/applications/deploy-examples.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** A new machine downloads 90 MB. */
before(() => provideTools({ name: 'java', version: '21' }, { name: 'maven', version: '3.9.16' }), {
  timeout: 900_000,
})

/** The smallest application that Maven builds; its plug-ins come from Maven Central. */
await deployExamples('maven')
