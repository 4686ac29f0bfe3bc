/** Texts of the settings of an application. */
export const applicationSettingsTexts = {
  general: 'General',
  name: 'Name',
  description: 'Description',
  branch: 'Branch that deploys',
  branchHint: 'A push to this branch deploys it; pushes to other branches are refused.',
  visitors: 'Visitors',
  forceHttps: 'Only HTTPS',
  forceHttpsHint: 'Visitors who come by HTTP are sent to the same address by HTTPS.',
  stickySessions: 'Sticky sessions',
  stickySessionsHint: 'A visitor stays with the same instance while it runs, by a cookie.',
  deployments: 'Deployments',
  homogeneous: 'Stop the old version before the new one starts',
  homogeneousHint:
    'Two versions never run at the same time, but visitors wait during a deployment.',
  cancelOnPush: 'A push cancels the deployment in progress',
  cancelOnPushHint: 'Otherwise the new one waits until the other has ended.',
  save: 'Save changes',
  saved: 'The settings are saved.',
  reset: 'Reset',
  danger: 'Danger zone',
  deleteTitle: (name: string) => `Delete ${name}`,
  deleteHelp:
    'Deletes the application with its repository, releases, variables, domains and logs. This cannot be undone.',
  deleteAddons: 'Linked add-ons stay, with their data.',
  deleteAction: 'Delete the application',
  deleted: (name: string) => `${name} was deleted.`,
}
