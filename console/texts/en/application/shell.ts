/** Texts of shells in the instances of an application. */
export const shellTexts = {
  title: 'Terminal',
  screen: 'Terminal of the instance',
  intro: 'A shell in a running instance: with its files, variables, network and limits.',
  audited: 'Each is in the audit log, and what it changes is lost with the instance.',
  instance: 'Instance',
  newest: 'The newest instance',
  instanceName: (number: number) => `Instance ${number}`,
  open: 'Open a shell',
  none: 'No instance runs',
  noneHelp: 'A shell needs a running instance: start or deploy the application first.',
  off: 'Shells are off for this application',
  offEverywhere: 'Shells are off for all applications of this organisation',
  offHelp: 'Managers and administrators allow them with `berth ssh on`.',
  offEverywhereHelp: 'Administrators allow them with `berth ssh on --everywhere`.',
  forbidden: 'Your role does not allow shells',
  forbiddenHelp: 'Whoever may deploy the application may open one. Ask an administrator.',
}
