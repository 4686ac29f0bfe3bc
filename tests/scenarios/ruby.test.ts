import { before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { deployExamples } from '#tests/support/applications/deploy-examples.ts'
import { openGemServer } from '#tests/support/gems/gem-server.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** A new machine downloads 150 MB. */
before(() => provideTools({ name: 'ruby', version: '3.3' }), { timeout: 900_000 })

const lockFile = fileURLToPath(new URL('../../examples/ruby/Gemfile.lock', import.meta.url))

/** The smallest application of Ruby: Rack and puma from a lock file, static files. */
await deployExamples('ruby', () => openGemServer([lockFile]))
