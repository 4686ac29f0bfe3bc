/** Texts of the runs of scheduled tasks and of one-off commands. */
export const taskRunTexts = {
  columns: {
    state: 'State',
    time: 'Begun',
    took: 'Took',
  },
  states: {
    starting: 'starting',
    running: 'running',
    succeeded: 'succeeded',
    failed: 'failed',
    'timed-out': 'timed out',
    stopped: 'stopped',
    interrupted: 'interrupted',
    skipped: 'skipped',
    missed: 'missed',
  },
  withCode: (state: string, code: number) => `${state}, exit code ${code}`,
  stop: 'Stop',
}
