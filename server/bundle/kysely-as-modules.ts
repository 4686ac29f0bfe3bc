import type { Plugin } from 'rolldown'

/**
 * Bundles Kysely's ES modules instead of its CommonJS form: that form loads faster only while it lies in 260 files, and parts of it that
 * nobody uses could not be left out.
 */
export const kyselyAsModules = (): Plugin => ({
  name: 'kysely-as-modules',
  load: {
    filter: { id: /\/server\/stores\/sql\/kysely\.ts$/ },
    handler: () => "export * from 'kysely'",
  },
})
