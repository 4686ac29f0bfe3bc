import { before } from 'node:test'
import { deployExamples } from '#tests/support/applications/deploy-examples.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** A new machine downloads 150 MB. */
before(() => provideTools({ name: 'php', version: '8.4' }), { timeout: 900_000 })

/** The smallest application of PHP: Composer, and Apache with PHP-FPM. */
await deployExamples('php')
