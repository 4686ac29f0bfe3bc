import { deployExamples } from '#tests/fixtures/deploy-examples.ts'

/** The examples of Node, its versions, its start, and what runs around it. */
await deployExamples('examples')
