import type { CommandImports } from './define-command.ts'

/** Commands of operators, as in `commands.ts`. */
export const adminCommands: CommandImports = {
  'admin packages': () => import('./commands/admin/machine/admin-packages.ts'),
  'admin prices': () => import('./commands/admin/prices/admin-prices.ts'),
  'admin prices show': () => import('./commands/admin/prices/admin-prices-show.ts'),
  'admin prices apply': () => import('./commands/admin/prices/admin-prices-apply.ts'),
  'admin prices rm': () => import('./commands/admin/prices/admin-prices-rm.ts'),
  'admin invoices': () => import('./commands/admin/invoices/admin-invoices.ts'),
  'admin invoices run': () => import('./commands/admin/invoices/admin-invoices-run.ts'),
  'admin invoices held': () => import('./commands/admin/invoices/admin-invoices-held.ts'),
  'admin invoices show': () => import('./commands/admin/invoices/admin-invoices-show.ts'),
  'admin invoices download': () => import('./commands/admin/invoices/admin-invoices-download.ts'),
  'admin invoices paid': () => import('./commands/admin/invoices/admin-invoices-paid.ts'),
  'admin invoices status': () => import('./commands/admin/invoices/admin-invoices-status.ts'),
  'admin invoices credit': () => import('./commands/admin/invoices/admin-invoices-credit.ts'),
  'admin consumptions': () => import('./commands/admin/accounts/admin-consumptions.ts'),
  'admin consumptions accept': () =>
    import('./commands/admin/accounts/admin-consumptions-accept.ts'),
  'admin consumptions reject': () =>
    import('./commands/admin/accounts/admin-consumptions-reject.ts'),
  'admin credits grant': () => import('./commands/admin/accounts/admin-credits-grant.ts'),
  'admin suspension': () => import('./commands/admin/accounts/admin-suspension.ts'),
  'admin suspension set': () => import('./commands/admin/accounts/admin-suspension-set.ts'),
  'admin git-hosts': () => import('./commands/admin/git-hosts/admin-git-hosts.ts'),
  'admin git-hosts add': () => import('./commands/admin/git-hosts/admin-git-hosts-add.ts'),
  'admin git-hosts change': () => import('./commands/admin/git-hosts/admin-git-hosts-change.ts'),
  'admin git-hosts remove': () => import('./commands/admin/git-hosts/admin-git-hosts-remove.ts'),
  'admin toolchains': () => import('./commands/admin/toolchains/admin-toolchains.ts'),
  'admin toolchains refresh': () =>
    import('./commands/admin/toolchains/admin-toolchains-refresh.ts'),
  'admin toolchains fetch': () => import('./commands/admin/toolchains/admin-toolchains-fetch.ts'),
  'admin toolchains remove': () => import('./commands/admin/toolchains/admin-toolchains-remove.ts'),
  'admin toolchains outdated': () =>
    import('./commands/admin/toolchains/admin-toolchains-outdated.ts'),
  'admin toolchains redeploy': () =>
    import('./commands/admin/toolchains/admin-toolchains-redeploy.ts'),
  'admin statements': () => import('./commands/admin/accounts/admin-statements.ts'),
}
