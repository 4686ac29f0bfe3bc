import { deployExamples } from '#tests/support/applications/deploy-examples.ts'

/** Examples of frameworks, their build output, and native code. */
await deployExamples('examples-frameworks')
