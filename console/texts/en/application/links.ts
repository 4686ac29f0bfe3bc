/** Texts of the links of an application. */
export const linkTexts = {
  addons: 'Linked add-ons',
  noAddons: 'No add-on is linked',
  noAddonsHelp: 'Link a database or another service, and its variables reach the application.',
  applications: 'Linked applications',
  noApplications: 'No application is linked',
  noApplicationsHelp: 'A linked application gives the variables that it publishes.',
  dependents: 'Applications that use this one',
  dependentsHelp: 'They are linked to this application, and get what it publishes.',
  noDependents: 'No application is linked to this one.',
  columns: {
    name: 'Name',
    provider: 'Provider',
    plan: 'Plan',
    state: 'State',
    type: 'Type',
  },
  addonStates: {
    ordering: 'being ordered',
    uncertain: 'being checked',
    pending: 'being set up',
    ready: 'ready',
    suspended: 'suspended',
    deleting: 'being deleted',
  },
  linkAddon: 'Link an add-on',
  linkApplication: 'Link an application',
  choose: 'Choose…',
  link: 'Link',
  linked: (name: string) => `${name} is linked.`,
  unlink: (name: string) => `Unlink ${name}`,
  unlinkTitle: (name: string) => `Unlink ${name}?`,
  unlinkHelp: (name: string) =>
    `The variables of ${name} are gone from its next start on. ${name} itself stays as it is.`,
  unlinkAction: 'Unlink',
  unlinked: (name: string) => `${name} is no longer linked.`,
  toMarketplace: 'Open the marketplace',
  published: 'Published variables',
  publishedHelp:
    'What this application gives to those that are linked to it. When it changes, they restart.',
  publishedLabel: 'Published variables as NAME=value lines',
  publish: 'Publish',
  publishedDone: 'The published variables are saved.',
  reset: 'Reset',
  edit: 'Show and edit',
  publishedCount: (count: number) =>
    count === 0
      ? 'Nothing is published yet.'
      : `${count} ${count === 1 ? 'variable is' : 'variables are'} published.`,
}
