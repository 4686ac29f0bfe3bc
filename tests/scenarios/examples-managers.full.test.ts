import { deployExamples } from '#tests/support/applications/deploy-examples.ts'

/** Further examples of package managers, workspaces and their settings. */
await deployExamples('examples-managers')
