import { deployExamples } from '#tests/support/platform/deploy-examples.ts'

/** The examples of frameworks, of what they build, and of native code. */
await deployExamples('examples-frameworks')
