/** Texts of components that every page uses. */
export const componentTexts = {
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'The browser did not permit it: select the text and copy it.',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  loading: 'Loading',
  actions: 'Actions',
  sortBy: (column: string) => `Sort by ${column}`,
  nothingFound: 'Nothing matches.',
  showChoices: 'Show choices',
  typeToConfirm: (name: string) => `Type ${name} to confirm`,
  guide: 'Guide',
  guideAbout: (title: string) => `Guide: ${title}`,
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  noFigures: 'No figures yet',
  latest: 'latest',
  deployed: 'deployed',
  dialogOf: (title: string) => title,
  newLines: (count: number) => (count === 1 ? '1 new line' : `${count} new lines`),
}

/** The states of an application, and what is said while it is not known. */
export const stateTexts = {
  running: 'running',
  deploying: 'deploying',
  asleep: 'asleep',
  failed: 'failed',
  stopped: 'stopped',
  unhealthy: 'unhealthy',
  unknown: 'unknown',
  lastFailed: 'last deployment failed',
  lastKnown: (word: string) => `No connection to the platform. Last known: ${word}`,
}

/** What went wrong with a call, what it means and what to do. */
export const errorTexts = {
  unreachable: 'The platform did not answer',
  unreachableHelp:
    'Nothing was lost here. Check your network; the page continues once the platform answers.',
  missing: 'There is nothing here',
  missingHelp: 'It may have been deleted, or you are not a member of its organisation.',
  forbidden: 'You may not do this',
  forbiddenHelp: 'Ask an administrator of the organisation for a role that may.',
  tooMany: 'Too many calls in a short time',
  tooManyHelp: 'Wait a moment, then try again.',
  refused: 'That was refused',
  broken: 'The platform made a mistake',
  brokenHelp: 'Try again. If it happens again, give your operator this number.',
  pageBroken: 'This page has a mistake',
  pageBrokenHelp: 'Reload the page. What you saved is kept.',
  reload: 'Reload',
  requestId: 'Request',
  toStart: 'To the start page',
}
