import { deployExamples } from '#tests/support/applications/deploy-examples.ts'

/** An example of each package manager, JavaScript runtime, and way to start. */
await deployExamples('examples')
