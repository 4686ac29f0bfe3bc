import { deployExamples } from '#tests/support/platform/deploy-examples.ts'

/** Examples of frameworks, their build output, and native code. */
await deployExamples('examples-frameworks')
