/** Texts of the one-off commands of an application. */
export const runTexts = {
  title: 'One-off commands',
  help: 'Commands that members run beside the application, each in an instance of its own: berth run.',
  none: 'No one-off command yet',
  noneHelp:
    'Migrate a database or open the console of a framework: berth run starts a command in an instance of its own, with the variables and add-ons of the application.',
  columns: {
    command: 'Command',
    state: 'State',
    time: 'Since',
    took: 'Took',
    size: 'Size',
  },
  states: {
    starting: 'starting',
    running: 'running',
    succeeded: 'succeeded',
    failed: 'failed',
    'timed-out': 'timed out',
    stopped: 'stopped',
    interrupted: 'interrupted',
  },
  withCode: (state: string, code: number) => `${state}, exit code ${code}`,
  by: (name: string) => `by ${name}`,
  attached: 'with its client attached',
  show: 'Output',
  output: 'Output of the command',
  noOutput: 'It has printed nothing.',
  notKept: 'What it prints goes to its client alone, and is not kept.',
  cut: 'What was before is not kept.',
  stop: 'Stop',
  stopped: 'The command was stopped.',
}
