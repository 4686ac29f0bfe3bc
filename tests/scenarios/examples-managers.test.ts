import { deployExamples } from '#tests/support/applications/deploy-examples.ts'

/** Examples of package managers, workspaces and other JavaScript runtimes. */
await deployExamples('examples-managers')
