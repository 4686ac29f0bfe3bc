import type { CommandImports } from './define-command.ts'

/** Commands of partners, as in `commands.ts`. */
export const providerCommands: CommandImports = {
  provider: () => import('./commands/provider/provider.ts'),
  'provider init': () => import('./commands/provider/provider-init.ts'),
  'provider push': () => import('./commands/provider/provider-push.ts'),
  'provider show': () => import('./commands/provider/provider-show.ts'),
  'provider update': () => import('./commands/provider/provider-update.ts'),
  'provider plans': () => import('./commands/provider/offer/provider-plans.ts'),
  'provider plans add': () => import('./commands/provider/offer/provider-plans-add.ts'),
  'provider plans set': () => import('./commands/provider/offer/provider-plans-set.ts'),
  'provider plans remove': () => import('./commands/provider/offer/provider-plans-remove.ts'),
  'provider features': () => import('./commands/provider/offer/provider-features.ts'),
  'provider features add': () => import('./commands/provider/offer/provider-features-add.ts'),
  'provider features remove': () => import('./commands/provider/offer/provider-features-remove.ts'),
  'provider testers': () => import('./commands/provider/offer/provider-testers.ts'),
  'provider testers add': () => import('./commands/provider/offer/provider-testers-add.ts'),
  'provider testers remove': () => import('./commands/provider/offer/provider-testers-remove.ts'),
  'provider statements': () => import('./commands/provider/offer/provider-statements.ts'),
  'provider deliveries': () => import('./commands/provider/provider-deliveries.ts'),
  'provider deliveries replay': () => import('./commands/provider/provider-replay.ts'),
  'provider delete': () => import('./commands/provider/provider-delete.ts'),
  'provider stage': () => import('./commands/provider/provider-stage.ts'),
  'provider check': () => import('./commands/provider/provider-check.ts'),
  'provider test': () => import('./commands/provider/provider-test.ts'),
}
