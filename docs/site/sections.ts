/** A part of the navigation, in the order of the site. */
export interface Section {
  title: string
  /** What a reader finds in it, for the start page. */
  summary: string
  /** Markdown files from the root of the checkout, in reading order; one that ends with `*.md` is all others of its folder, by name. */
  pages: readonly string[]
  /** Its pages are listed only beside pages of the section: they are too many for each page. */
  isLong?: boolean
  /** Pages that the build makes: those of the API reference. */
  generated?: 'api'
}

/**
 * The navigation by audience. Every page of `docs/` is in exactly one section: whoever writes a page adds a line here, and the
 * build fails without it.
 */
export const sections: readonly Section[] = [
  {
    title: 'Users',
    summary: 'Deploy applications, give them domains and databases, see what they do.',
    pages: [
      'README.md',
      'docs/guides/first-deployment.md',
      'docs/guides/console.md',
      'docs/guides/migrating.md',
      'docs/guides/continuous-deployment.md',
      'docs/guides/connected-repositories.md',
      'docs/guides/git-hosts.md',
      'docs/guides/previews.md',
      'docs/runtimes/javascript.md',
      'docs/runtimes/play.md',
      'docs/runtimes/php.md',
      'docs/runtimes/python.md',
      'docs/runtimes/ruby.md',
      'docs/runtimes/go.md',
      'docs/runtimes/rust.md',
      'docs/runtimes/linux.md',
      'docs/runtimes/java.md',
      'docs/runtimes/static.md',
      'docs/runtimes/docker.md',
      'docs/guides/domains.md',
      'docs/guides/certificates.md',
      'docs/marketplace/customers.md',
      'docs/guides/files.md',
      'docs/guides/maintenance.md',
      'docs/guides/objects.md',
      'docs/guides/request-flow.md',
      'docs/guides/scaling.md',
      'docs/guides/sleep.md',
      'docs/guides/ssh.md',
      'docs/guides/one-off-commands.md',
      'docs/guides/databases.md',
      'docs/guides/scheduled-tasks.md',
      'docs/guides/rollback.md',
      'docs/guides/promoting.md',
      'docs/guides/monitoring.md',
      'docs/guides/alerts.md',
      'docs/guides/network-groups.md',
      'docs/guides/webhooks.md',
      'docs/guides/organisations.md',
      'docs/guides/invoices.md',
      'docs/security/users.md',
      'docs/guides/troubleshooting.md',
      'docs/glossary.md',
      'docs/comparison.md',
      'docs/reference/cli.md',
      'docs/reference/variables.md',
      'docs/reference/roles.md',
    ],
  },
  {
    title: 'Clients',
    summary: 'Write programs that use the API, or point existing ones at it.',
    pages: [
      'docs/guides/authentication.md',
      'docs/guides/existing-clients.md',
      'docs/reference/api.md',
    ],
  },
  {
    title: 'API reference',
    summary: 'Every operation with its parameters, examples, and a way to try it.',
    pages: [],
    generated: 'api',
    isLong: true,
  },
  {
    title: 'Partners',
    summary: 'Offer a service of yours as an add-on.',
    pages: ['docs/marketplace/first-provider.md', 'docs/marketplace/protocol.md'],
  },
  {
    title: 'Operators',
    summary: 'Run the platform: on one machine or several, safely, with prices if you like.',
    pages: [
      'docs/operating.md',
      'docs/operating/installing.md',
      'docs/operating/upgrading.md',
      'docs/operating/checkout.md',
      'docs/operating/running.md',
      'docs/operating/firewall.md',
      'docs/operating/visitors.md',
      'docs/operating/accounts.md',
      'docs/operating/addons.md',
      'docs/operating/git-hosts.md',
      'docs/operating/backup.md',
      'docs/operating/disk.md',
      'docs/operating/sizing.md',
      'docs/operating/toolchains.md',
      'docs/operating/java.md',
      'docs/operating/messages.md',
      'docs/operating/billing.md',
      'docs/operating/postgresql.md',
      'docs/operating/object-store.md',
      'docs/operating/swarm.md',
      'docs/operating/edges.md',
      'docs/operating/cluster.md',
      'docs/operating/documentation.md',
      'docs/reference/settings.md',
    ],
  },
  {
    title: 'Security',
    summary: 'What isolates what, which limits hold, and what is not isolated.',
    pages: [
      'docs/security.md',
      'docs/security/sandboxes.md',
      'docs/security/visitors.md',
      'docs/security/api.md',
      'docs/security/limits.md',
      'docs/security/not-isolated.md',
      'docs/security/attacks.md',
    ],
  },
  {
    title: 'Contributors',
    summary: 'How the code is laid out, what its words mean, how to change it.',
    pages: [
      'CONTRIBUTING.md',
      'docs/architecture.md',
      'docs/vocabulary.md',
      'docs/adding-a-runtime.md',
      'docs/measurements/*.md',
    ],
  },
  {
    title: 'Decisions',
    summary: 'Why things are as they are, one record for each choice.',
    pages: ['docs/decisions/README.md', 'docs/decisions/*.md'],
    isLong: true,
  },
  {
    title: 'Changes',
    summary: 'What is new, changed and gone in each version.',
    pages: ['CHANGELOG.md'],
  },
]
