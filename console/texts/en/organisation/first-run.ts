/** Texts of the guide for the first application. */
export const firstRunTexts = {
  title: 'Welcome to Berth',
  lead: 'Your first application is a minute away. Choose how to begin:',
  example: 'Deploy an example',
  exampleHelp:
    'Berth makes a small application, builds it, checks that it answers and gives it an address. You need nothing on your machine.',
  language: 'Language or type',
  own: 'Push your own repository',
  ownHelp:
    'Create an application for what you have, then push to it with Git. Berth finds out how to build it.',
  ownButton: 'Create an application',
  onward: 'What comes next',
  steps: {
    made: 'The application was created',
    deployed: 'It is built, started and checked',
    open: 'Look at it in your browser',
    change: 'Change its variable NAME, and watch it restart with another greeting',
  },
  openIt: (name: string) => `Open ${name}`,
  toVariables: 'Open its variables',
  took: (time: string) => `Done in ${time}.`,
  hide: 'Hide this guide',
}
