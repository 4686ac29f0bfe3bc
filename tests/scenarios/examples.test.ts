import { deployExamples } from '#tests/support/platform/deploy-examples.ts'

/** The examples of Node, its versions, its start, and what runs around it. */
await deployExamples('examples')
