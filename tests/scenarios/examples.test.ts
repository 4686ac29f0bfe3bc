import { deployExamples } from '#tests/support/applications/deploy-examples.ts'

/** Examples of Node, its versions, its start, and hooks and workers. */
await deployExamples('examples')
