import { deployExamples } from '#tests/support/applications/deploy-examples.ts'

/** Further examples of Node, its versions and its start. */
await deployExamples('examples-node')
